import { type Report, tell } from '#/api/analytics';
import type { Settings } from '#/api/types';
import { consent, followConsent, isGranted, isPrivacyControlled } from '#/lib/consent';
import type { Fact, Facts } from '#/lib/facts';
import { session } from '#/lib/session';
import { thisDevice } from './device';
import { GoogleTag } from './google-tag';
import { isMeasured } from './is-measured';
import { recordKeyErrors } from './key-errors';
import { Sender } from './sender';
import { SessionKeeper } from './session';

/** A page on which everything fails says so often enough. */
const mostCalls = 50;

interface Place {
  /** A page in a frame of another site: nobody is asked there, and Google's tag is not loaded. */
  plain: boolean;
}

/** Sends what the app tells of itself, and asks visitors what may be kept of it. */
export function startMeasuring(settings: Settings, facts: Facts, { plain }: Place): void {
  if (!isMeasured(settings)) return facts.handOver(() => undefined);
  const key = settings['yare-analytics'];
  const tag = settings['google-analytics']['google-tag'];
  const keeper = new SessionKeeper();
  const { base_url: base } = settings.analytics;
  const sender = key ? new Sender({ base, profile: key, device: thisDevice(), session: keeper, tell }) : null;
  const google = tag && !plain ? new GoogleTag(tag) : null;
  if (isGranted()) google?.allow();
  else if (isPrivacyControlled()) {
    // Nothing stays of an earlier yes.
    keeper.follow();
    google?.forbid();
  }
  consent.subscribe((now, before) => {
    if (now.answer === before.answer) return;
    keeper.follow();
    if (!isGranted()) google?.forbid();
    else {
      google?.allow();
      google?.pageView(location.pathname);
    }
  });
  followConsent();
  if (!plain) consent.setState(({ answer }) => ({ measured: true, asking: answer === null && 'first' }));
  const reporter = createReporter();
  facts.handOver((fact) => {
    const report = reporter(fact);
    if (report) sender?.add(report);
    if (google) tellGoogle(google, fact);
  });
  recordKeyErrors();
  // Those who watch tell their last seconds then, in whichever order the page's listeners hear of it.
  window.addEventListener('pagehide', () => sender?.leave());
  window.addEventListener('pageshow', () => sender?.comeBack());
}

function createReporter(): (fact: Fact) => Report | null {
  let calls = 0;
  return (fact) => {
    if ('viewing' in fact) return viewingReport(fact.viewing);
    const { event, extras } = fact.record;
    if (event === 'api_request' && ++calls > mostCalls) return null;
    const { user } = session.getState();
    // Who may not be remembered is no address either; the id is no news to the server that is told.
    const email = isGranted() ? (user?.email ?? '') : '';
    return { path: '/datalake/event/', body: { event, user_id: user?.id ?? 0, user_email: email, extras } };
  };
}

function viewingReport(viewing: Extract<Fact, { viewing: unknown }>['viewing']): Report {
  const { view, stream } = viewing;
  const { stream_id, stream_type, live } = stream;
  return 'event' in viewing
    ? {
        path: '/datalake/video/event/',
        body: { stream_id, stream_type, live, event: viewing.event, video_view_uuid: view },
      }
    : { path: '/datalake/video/viewing/', body: { ...stream, viewing_time: viewing.seconds, video_view_uuid: view } };
}

function tellGoogle(google: GoogleTag, fact: Fact): void {
  if (!('record' in fact)) return;
  const { event, extras } = fact.record;
  if (event === 'visit_page') google.pageView(String(extras.path));
  if (event === 'purchase') google.purchase(extras as unknown as Parameters<GoogleTag['purchase']>[0]);
}
