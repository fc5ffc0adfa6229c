import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { geoQuery } from '#/api/geo';

/** In which country the server sees the viewer, for those who are told that something is not shown there. */
export function GeoNote() {
  const { i18n } = useLingui();
  const { data } = useQuery(geoQuery());
  if (!data?.country_code) return null;
  const country = new Intl.DisplayNames(i18n.locale, { type: 'region' }).of(data.country_code) ?? data.country;
  return (
    <Trans>We see you in this country: {country}. If that is wrong, turn off your VPN and load this page again.</Trans>
  );
}
