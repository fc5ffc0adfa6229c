import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { geoQuery } from '#/api/geo';

/** Where the server sees the viewer, for viewers who are told that something is not shown there. */
export function GeoNote() {
  const { i18n } = useLingui();
  const { data } = useQuery(geoQuery());
  if (!data?.country_code) return null;
  const country = new Intl.DisplayNames(i18n.locale, { type: 'region' }).of(data.country_code) ?? data.country;
  const place = data.region && data.region !== country ? `${data.region}, ${country}` : country;
  return <Trans>Your location appears to be {place}. If that is wrong, turn off your VPN and reload this page.</Trans>;
}
