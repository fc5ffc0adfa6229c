import type * as wire from './generated/types.gen';

/**
 * Shapes on the wire, by the app's names. They come from the server's own description (`make generate`), so that a change
 * of the API that breaks the app breaks the type check. Texts arrive resolved in the language that was asked for; an
 * absent image is ''; money is in minor units.
 */

/** An event as lists carry it. Participants: away first, home second; `event_utc_ts` and `duration` in seconds. */
export type EventSummary = wire.Event;
export type EventDetail = wire.EventDetail;
/** A player’s place among the screens on which a user may watch at once. */
export type Lease = wire.Lease;
/** One of those screens, as its user sees it. */
export type HeldLease = wire.HeldLease;
export type LeasedMedium = wire.LeasedMedium;
export type EventParticipant = wire.Player;
export type EventLocation = wire.Place;
export type EventPackage = wire.EventPackage;
export type Score = wire.Score;
/** A key moment; `revision` of all of them is the count of changes, an event's `moments`, that they are as new as. */
export type Moment = wire.Moment;
export type Moments = wire.Moments;
/** How an event stands, as the live feed tells it; without `score` nothing is said of it. */
export type Standing = wire.LiveEvent;
export type NamedRef = wire.Named;
export type HomeEvents = wire.Homepage;

export type EventType = EventSummary['type'];
export type StreamStatus = EventSummary['stream_status'];
export type StreamState = EventSummary['stream_state'];
export type Gender = EventSummary['gender'];

export type Access = wire.EventAccess;
export type RefusalReason = Extract<
  Access['reason'],
  'login_required' | 'purchase_required' | 'payment_disputed' | 'geo_blocked'
>;
export type GrantReason = Exclude<Access['reason'], RefusalReason>;

/** `url` is a signed multivariant playlist, there only with access; of a live event it rewinds over the whole of it. */
export type Media = wire.Medium;
export type MediaType = Media['type'];

/** Media types by the specification's numbers. */
export const mediaType = {
  image: 1,
  live: 2,
  vod: 3,
  embedded: 4,
  thumbnails: 5,
  preview: 6,
  previewAlt: 7,
  embeddedPreview: 8,
} as const satisfies Record<string, MediaType>;

export type FacetValue = wire.Facet;
export type FacetName = keyof wire.Facets;
export type ListMeta = wire.EventsMeta;

export interface Page<T> {
  data: T[];
  meta: ListMeta;
}

/** Filters of GET /events. Comma lists hold ids or aliases. The client itself says the language. */
export type EventFilters = Omit<NonNullable<wire.ListEventsData['query']>, 'lang'>;

/** Node of the category tree. The root "All" has id 0 and no parent. */
export type Category = wire.Category;
export type LocationEntry = wire.Location;
export type Participant = wire.Participant;
export type ParticipantGroup = wire.Group;
/** A package, subscription or add-on. */
export type Product = wire.Package;

/** A video of the library as lists have it; `date` is RFC 3339, `duration` in seconds. */
export type Video = wire.VodItem;
export type VideoDetail = wire.VodItemDetail;
export type VideoPart = wire.VodMedium;
/** A part of a video as there is to play. */
export type Film = wire.VodFilm;
export type FilmChapter = wire.FilmChapter;
export type Position = wire.Position;
export type VideoCategory = wire.VodCategory;
export type VideoRail = wire.VodRail;
export type VideoFilters = Omit<NonNullable<wire.ListVodMediaItemsData['query']>, 'lang'>;
export type VideoSearch = Omit<NonNullable<wire.SearchVodMediaData['query']>, 'lang'>;

/** What a search finds, by kind. */
export type SearchFound = wire.Search;

export type MenuItem = wire.MenuItem;
export type PageRef = wire.Page;
/** `content` is HTML that the server has sanitised. */
export type PageContent = wire.PageContent;
export type FaqEntry = wire.Question;
export type CustomForm = wire.CustomForm;
export type FormField = wire.FormField;
export type Slide = wire.Slide;
export type SlidableType = Slide['slidable_type'];
export type Preroll = wire.Preroll;
/** What a pre-roll plays. */
export type Ad = wire.Ad;
export type Settings = wire.Settings;
export type Language = Settings['language'];
/** The operator's colours, every opacity step as `<name>-<step>`, and the ones the server derives. */
export type ColorSettings = wire.Bootstrap['color-settings'];

/** What a page must have to start. */
type StartKey = 'settings' | 'color-settings' | 'menu' | 'pages';
/** Everything a page may need. The copy inside the page holds what the first paint needs, the call holds all. */
export type Bootstrap = Pick<wire.Bootstrap, StartKey> & Partial<Omit<wire.Bootstrap, StartKey>>;

export type Favourite = wire.Favorite;
export type Reminders = wire.Reminders;
export type MergedFavourites = wire.MergedFavorites;

export type Geo = wire.Geo;
export type WatchableHere = wire.WatchableHere;
export type Profile = wire.Profile;
export type UserAccess = wire.Access;
export type SignedIn = wire.LoggedIn;
export type PasswordResetLink = wire.PasswordResetLink;
/** A new password; with names where those of the account are not kept. */
export type PasswordReset = Required<Pick<wire.PasswordResetInputBody, 'password' | 'password_confirmation'>> &
  Pick<wire.PasswordResetInputBody, 'first_name' | 'last_name' | 'mailing_consent'>;
/** What a user changes; what is absent stays. */
export type ProfileChange = Omit<wire.EditProfileInputBody, 'api_key' | '_method'>;
/** A place where the user is logged in. */
export type OwnSession = wire.OwnSession;

/** What a device is given to be let in with, and the one that waits, as the user sees it. */
export type DeviceCode = wire.DeviceCode;
export type DeviceToken = wire.DeviceToken;
export type Device = wire.Device;
export type SecondFactor = wire.SecondFactor;
/** Who a user is elsewhere. */
export type Identity = wire.Identity;

export type Passkey = wire.Passkey;

export type PasskeyOptions = wire.PasskeyOptions;
export type Enrolment = wire.Enrolment;

type OptionalOfRegistration = 'phone' | 'mailing_consent' | 'recaptcha_token';
/** The description lets every field be absent, so that the server can name those that are missing. */
export type Registration = Required<Omit<wire.RegisterInputBody, 'api_key' | OptionalOfRegistration>> &
  Pick<wire.RegisterInputBody, OptionalOfRegistration>;

/** What a user has bought or tried to buy. */
export type Order = wire.Order;
export type Transaction = wire.Transaction;
/** A card that the provider keeps for the user; its number is known to the provider alone. */
export type SavedCard = wire.Card;
/** With whom a browser may speak about a payment. */
export type PaymentSetup = wire.SetupIntent;
/** The outcome of asking to buy; the secret is there while the buyer's bank has to be asked. */
export type Bought = wire.Bought;
/** The orders of one payment, in the order in which they were named. */
export type Bundle = wire.Bundle;

/** What a purchase would cost; amounts in minor units. */
export type InvoicePreview = wire.InvoicePreview;

/** What a promo code makes of a price: `percent_off` in percent, amounts in minor units. */
export type Discounted = wire.CouponPrice;
export type Coupon = wire.Coupon;

/** A subscription of the user. */
export type OwnSubscription = wire.Subscription;
/** The same, paid by another card; the secret is there while that card's bank has to be asked about what is open. */
export type CardChange = wire.CardChange;
/** What became of it once: its begin, a renewal, its end. */
export type SubscriptionStep = wire.Happening;

/** A stretch of a game that somebody gave a name; `start_time` and `duration` in seconds. */
export type Clip = wire.Clip;
export type ClipCover = wire.ClipCover;
export type ClipMedia = wire.ClipMedia;
export type NewClip = Required<Omit<wire.CreateClipInputBody, 'api_key'>>;
/** Where a file is to be had, for a short time; `size` in bytes. */
export type FileLink = wire.Download;

/** What is bought, by the names of the API. */
export interface Purchase {
  event_id?: number;
  single_event_package_id?: number;
  package_id?: number;
  subscription_id?: number;
  event_category_id?: number;
  participant_id?: number;
}
