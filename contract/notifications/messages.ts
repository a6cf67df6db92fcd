/**
 * Message table of notifications, shared by server and web.
 * It renders a kind and its values when somebody reads them.
 */

import { shortDay, shortMomentIn, timeIn } from '#domain/city-time.ts'
import { lookUp } from '#domain/dictionary.ts'
import { countNoun, formatNumber, formatTenths, withUnit } from '#domain/number-format.ts'
import { isDaily, regularityText } from '#domain/regularity.ts'
import type { StopException } from '#domain/stop-outcomes.ts'
import type { Digest, DigestFigures } from './digests.ts'
import type { NotificationText, TextKind, TextValues } from './texts.ts'

export const LOCALES = ['en'] as const
export type Locale = (typeof LOCALES)[number]

export interface Reader {
  locale: Locale
  /** IANA time zone of the city. */
  timeZone: string
}

export interface Words {
  title: string
  message: string
}

/** `timeZone` is the city's IANA time zone. */
type Phrase<Values> = (values: Values, timeZone: string) => string

/** Words of every kind in one language. */
type Catalogue = {
  [Kind in TextKind]: { title: Phrase<TextValues<Kind>>; message: Phrase<TextValues<Kind>> }
}

const DIGEST_TITLES: Record<Digest, string> = {
  daily: 'Daily report',
  weekly: 'Weekly report',
  'daily-sites': 'Daily report',
}

/** Units of the figures, singular and plural. */
const COUNTED: Record<keyof DigestFigures, [singular: string, plural: string]> = {
  reports: ['bin reported', 'bins reported'],
  collected: ['collected', 'collected'],
  stillOpen: ['still open', 'still open'],
  collections: ['collection completed', 'collections completed'],
  litres: ['litre burnt', 'litres burnt'],
  deliveries: ['delivery arrived', 'deliveries arrived'],
  tonnes: ['t arrived', 't arrived'],
  estimatedTonnes: ['t of them estimated', 't of them estimated'],
  compositions: ['composition update', 'composition updates'],
}

/** Returns lines such as '1,050 bins reported'. */
export const figureLines = (figures: DigestFigures) =>
  Object.entries(figures).map(
    ([name, amount]) => `${formatNumber(amount)} ${lookUp(COUNTED, name)?.[amount === 1 ? 0 : 1]}`,
  )

const joined = (zones: readonly string[]) => zones.join(' and ')
/** Rounds as screens do: 4,050 kg are 4.1 t on both. */
const roughly = (tonnes: number) => `about ${withUnit(formatTenths(tonnes), 't')}`
const used = (values: { used: number; capacity: number }) =>
  `${formatNumber(values.used)} of ${withUnit(values.capacity, 't')}`

/** Returns the expected waste of a day, with a condition if loads do not arrive daily. */
function forecastMessage({ date, p10, p50, p90, loadDays, ofDays }: TextValues<'waste-forecast'>): string {
  const waste = `${withUnit(formatTenths(p50), 't')} of waste are expected`
  const range = `likely ${formatTenths(p10)} to ${withUnit(formatTenths(p90), 't')}.`
  const regularity = loadDays !== undefined && ofDays !== undefined ? { days: loadDays, of: ofDays } : undefined
  return regularity && !isDaily(regularity)
    ? `If loads arrive on ${shortDay(date)}, about ${waste}, ${range} ${regularityText(regularity)}`
    : `About ${waste} on ${shortDay(date)}, ${range}`
}

function settlementMessage({ outcome, delivery, site }: TextValues<'dispute-settled'>): string {
  switch (outcome) {
    case 'found':
      return `You were right about delivery ${delivery} to ${site}: your composition is in use now.`
    case 'unknown':
      return `You were right about delivery ${delivery} to ${site}: its composition is unknown now.`
    case 'unchanged':
      return `The composition of delivery ${delivery} to ${site} stays the same.`
  }
}

/** Why a crew left a bin, and what the resident can do; `time` is the city's clock. */
const LEFT: Record<StopException, (time: string) => string> = {
  'not-out': (time) => `Your bin was not out at ${time}. Put it out; we come again.`,
  'no-access': (time) => `We could not reach your bin at ${time}. Please make way; we come again.`,
  safety: (time) => `It was not safe to empty your bin at ${time}. We come again.`,
  'no-payment': (time) => `Your bin was left at ${time} because a payment is due. We come again after it.`,
  delay: (time) => `We could not empty your bin at ${time} because of a delay. We come again.`,
  damage: (time) => `Your bin is damaged, so we could not empty it at ${time}. Please have it repaired; we come again.`,
  overloaded: (time) => `Your bin was too full to be emptied at ${time}. Please take something out; we come again.`,
  'extra-item': (time) => `Things beside your bin were in the way at ${time}. Please remove them; we come again.`,
  special: (time) => `Your bin has waste that needs a special collection. We left it at ${time}.`,
  contamination: (time) => `Your bin has waste that does not belong in it. We left it at ${time}; please sort it.`,
  'service-review': (time) => `Your bin was left at ${time} while we review your service. We come again.`,
  weight: (time) => `Your bin was too heavy to be emptied at ${time}. Please take something out; we come again.`,
}

const ENGLISH: Catalogue = {
  text: { title: ({ title }) => title, message: ({ message }) => message },

  'collection-recommended': {
    title: () => 'Collection Recommended',
    message: ({ zone, reports, required }) =>
      `${zone}: ${reports} of ${required} reports; a collection is recommended.`,
  },
  'threshold-reached': {
    title: () => 'Bin Full Threshold Reached',
    message: ({ zone, reports, required }) =>
      `Threshold reached: ${reports}/${required} residents have reported their bins full in ${zone}.`,
  },

  'collection-scheduled': {
    title: () => 'Collection Scheduled',
    message: ({ zone, from, until }, timeZone) => {
      const when = from && until ? ` between ${timeIn(timeZone, from)} and ${timeIn(timeZone, until)}` : ''
      return `A truck will collect the bins of ${zone}${when}. Please have your bin out 30 minutes before.`
    },
  },
  'truck-under-way': {
    title: () => 'Truck on Its Way',
    message: ({ zone }) => `The collection truck for ${zone} is on its way.`,
  },
  'bin-missed': {
    title: () => 'Bin Not Collected',
    message: ({ zone }) =>
      `The truck for ${zone} did not reach your bin. Your report stands; you need not report again.`,
  },
  'bin-collected': {
    title: () => 'Bin Collected',
    message: ({ zone }) => `Your bin was collected. Thank you for keeping ${zone} clean.`,
  },
  'bin-left': {
    title: () => 'Bin Not Collected',
    message: ({ exception, at }, timeZone) => (lookUp(LEFT, exception) ?? LEFT.delay)(timeIn(timeZone, at)),
  },
  'collection-undone': {
    title: () => 'Bin Not Collected Yet',
    message: ({ zone }) =>
      `Your bin in ${zone} was marked as collected by mistake. Your report stands; you need not report again.`,
  },

  'collection-started': {
    title: () => 'Collection Started',
    message: ({ vehicle, zone, reports }) =>
      `Truck ${vehicle} has set out to ${zone}${reports === undefined ? '' : ` for ${countNoun(reports, 'report')}`}.`,
  },
  'truck-left': {
    title: () => 'Truck Sent',
    message: ({ vehicle, site, zones, reports, tonnes, arrival }, timeZone) => {
      const load = reports > 0 ? countNoun(reports, 'report') : roughly(tonnes)
      return `Truck ${vehicle} left for ${site} with ${load} of ${joined(zones)}, expected at ${timeIn(timeZone, arrival)}.`
    },
  },
  'delivery-under-way': {
    title: () => 'Delivery on Its Way',
    message: ({ vehicle, site, zones, tonnes, arrival }, timeZone) =>
      `Truck ${vehicle} is on its way to ${site} with ${roughly(tonnes)} from ${joined(zones)}, expected at ${timeIn(timeZone, arrival)}.`,
  },

  'composition-updated': {
    title: () => 'New Waste Composition Update',
    message: ({ site }) => `Waste composition updated at ${site}`,
  },
  'site-almost-full': {
    title: () => 'Site Almost Full',
    message: ({ site, ...tonnes }) => {
      const percent = Math.floor((tonnes.used / tonnes.capacity) * 100)
      return `${site} is ${withUnit(percent, '%')} full: ${used(tonnes)}. Plan to send trucks to another site.`
    },
  },
  'site-full': {
    title: () => 'Site Almost Full',
    message: ({ site, ...tonnes }) => `${site} is full: it holds ${used(tonnes)}. Send trucks to another site.`,
  },

  'composition-disputed': {
    title: () => 'Composition Disputed',
    message: ({ site, delivery }) =>
      `${site} found something else in delivery ${delivery} than was said. Please say who is right.`,
  },
  'dispute-settled': { title: () => 'Dispute Settled', message: settlementMessage },
  'weight-far-off': {
    title: () => 'Weight Far From Expected',
    message: ({ site, delivery, ticket, weight, expected }) =>
      `Delivery ${delivery} weighed ${withUnit(weight, 'kg')} at ${site}, not ${withUnit(expected, 'kg')} as expected (ticket ${ticket}).`,
  },

  'waste-forecast': { title: () => 'New Waste Forecast', message: forecastMessage },

  'report-reopened': {
    title: () => 'Not Collected',
    message: ({ zone }) =>
      `A resident of ${zone} says that a bin marked as collected was not. Their report is open again.`,
  },
  'many-new-accounts': {
    title: () => 'Many new accounts at once',
    message: ({ zone, reports }) =>
      `${reports} accounts less than a day old reported full bins in ${zone} within an hour. ` +
      'Check them before you send a truck. Automatic dispatch waits until a dispatcher lets them pass.',
  },
  'sign-in-paused': {
    title: () => 'Repeated failed sign-ins',
    message: () =>
      'Someone tried to sign in to your account with a wrong password several times. We paused sign-in from there for up to ' +
      '15 minutes. If it was you, there is nothing to do. If not, your account is still safe; consider changing your password.',
  },

  digest: {
    title: ({ digest }) => DIGEST_TITLES[digest],
    message: ({ from, until, figures }, timeZone) =>
      `${shortMomentIn(timeZone, from)} to ${shortMomentIn(timeZone, until)}: ${figureLines(figures).join(', ')}.`,
  },
}

const CATALOGUES: Record<Locale, Catalogue> = { en: ENGLISH }

/** Words for a kind that only a newer version of the server knows. */
const UNKNOWN: Words = { title: 'Notification', message: 'Please reload the page to read this notification.' }

/** Returns a notification in the reader's language, with times of the city. */
export function renderNotification({ kind, values }: NotificationText, { locale, timeZone }: Reader): Words {
  const entry: { title: Phrase<never>; message: Phrase<never> } | undefined = lookUp(CATALOGUES[locale], kind)
  if (!entry) return UNKNOWN
  return { title: entry.title(values as never, timeZone), message: entry.message(values as never, timeZone) }
}
