import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import type { Profile } from '#/api/types';
import { isLanguage } from '#/lib/i18n';
import { languageNames, useLanguageChoice } from '#/lib/language-choice';
import { NameFields } from '#/ui/account/name-fields';
import { PhoneField } from '#/ui/account/phone-field';
import { Button } from '#/ui/button';
import { Checkbox, FieldError } from '#/ui/field';
import { showToast } from '#/ui/toast';
import { type Details, detailsSchema } from './schemas';
import { useSave } from './use-save';

/** Name, phone and letters: what changes at once. */
export function DetailsForm({ user }: { user: Profile }) {
  const { t, i18n } = useLingui();
  const { current, offered } = useLanguageChoice();
  const language = isLanguage(user.language) ? user.language : isLanguage(current) ? current : 'en';
  const form = useForm<Details>({
    resolver: valibotResolver(detailsSchema(i18n)),
    defaultValues: {
      first_name: user.first_name,
      last_name: user.last_name,
      phone: user.phone,
      language,
      mailing_consent: user.mailing_consent,
    },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = useSave(
    form,
    (values) => values,
    () => void showToast(t`Your changes are saved.`, { type: 'success' }),
  );
  return (
    <form className="stack" noValidate method="post" onSubmit={submit}>
      <div role="alert">{errors.root?.message && <FieldError>{errors.root.message}</FieldError>}</div>
      <div className="acct__pair">
        <NameFields first={form.register('first_name')} last={form.register('last_name')} errors={errors} />
      </div>
      <div className="acct__pair">
        <PhoneField field={form.register('phone')} error={errors.phone?.message} />
        <fieldset className="acct__radios">
          <legend className="label">
            <Trans>Language of our emails</Trans>
          </legend>
          {offered.map((one) => (
            <label className="ck" key={one} lang={one}>
              <input type="radio" value={one} {...form.register('language')} />
              <span>{languageNames[one]}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <Checkbox {...form.register('mailing_consent')}>
        <Trans>Send me news and updates (optional)</Trans>
      </Checkbox>
      <div className="acts">
        <Button type="submit" busy={isSubmitting}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}
