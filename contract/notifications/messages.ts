/**
 * Texts of notifications.
 * Notifications are stored as kind and values, and rendered when read.
 */

import { type LocalizedValue, type Message, msg, plural, type Translator } from '#contract/languages/message.ts'
import { lookUp } from '#domain/dictionary.ts'
import { hasDailyLoads } from '#domain/regularity.ts'
import type { StopException } from '#domain/stop-outcomes.ts'
import {
  joinMessages,
  toDateTimeValue,
  toDayValue,
  toListMessageValue,
  toNumberValue,
  toOneDecimalQuantityValue,
  toOneDecimalValue,
  toQuantityValue,
  toTimeValue,
  toUntranslatedMessage,
} from '../languages/values.ts'
import type { Digest, DigestFigures } from './digests.ts'
import type { NotificationText, NotificationTextKind, NotificationTextValues } from './texts.ts'

export interface NotificationRenderContext {
  /** Renders messages in the reader's language. */
  translate: Translator
  /** The city's time zone, an IANA name. */
  timeZone: string
}

export interface RenderedNotification {
  title: string
  message: string
}

/**
 * Returns the message for the given values.
 * `timeZone` is an IANA name.
 */
type Phrase<Values> = (values: Values, timeZone: string) => Message

type Table = {
  [Kind in NotificationTextKind]: {
    title: Phrase<NotificationTextValues<Kind>>
    message: Phrase<NotificationTextValues<Kind>>
  }
}

const DIGEST_TITLES: Record<Digest, Message> = {
  daily: msg`Daily report`,
  weekly: msg`Weekly report`,
  'daily-sites': msg`Daily report`,
}

const FIGURES: Record<keyof DigestFigures, (amount: number) => Message> = {
  reports: (count) => msg`${plural({ count }, { one: '# bin reported', other: '# bins reported' })}`,
  collected: (count) => msg`${plural({ count }, { one: '# collected', other: '# collected' })}`,
  stillOpen: (count) => msg`${plural({ count }, { one: '# still open', other: '# still open' })}`,
  collections: (count) =>
    msg`${plural({ count }, { one: '# collection completed', other: '# collections completed' })}`,
  litres: (count) => msg`${plural({ count }, { one: '# litre of fuel used', other: '# litres of fuel used' })}`,
  deliveries: (count) => msg`${plural({ count }, { one: '# delivery arrived', other: '# deliveries arrived' })}`,
  tonnes: (count) => msg`${plural({ count }, { one: '# t of waste arrived', other: '# t of waste arrived' })}`,
  estimatedTonnes: (count) => msg`${plural({ count }, { one: '# t of it estimated', other: '# t of it estimated' })}`,
  compositions: (count) => msg`${plural({ count }, { one: '# composition update', other: '# composition updates' })}`,
}

/** Returns the lines of a digest, such as '1,050 bins reported'. */
export const renderDigestLines = (figures: DigestFigures): Message[] =>
  Object.entries(figures).flatMap(([name, amount]) => lookUp(FIGURES, name)?.(amount) ?? [])

const tonnesOf = ({ used, capacity }: { used: number; capacity: number }) => ({
  used: toNumberValue(used),
  capacity: toQuantityValue(capacity, 't'),
})

/**
 * Returns a sentence about the expected waste of a day.
 * It starts with 'If loads arrive' unless loads arrive daily.
 */
function forecastMessage({ date, loadDays, ofDays, ...tonnes }: NotificationTextValues<'waste-forecast'>): Message {
  const p10 = toOneDecimalValue(tonnes.p10)
  const [p50, p90] = [toOneDecimalQuantityValue(tonnes.p50, 't'), toOneDecimalQuantityValue(tonnes.p90, 't')]
  const on = toDayValue(date)
  if (loadDays === undefined || ofDays === undefined || hasDailyLoads({ days: loadDays, of: ofDays }))
    return msg`About ${{ p50 }} of waste is expected on ${{ day: on }}, likely ${{ p10 }} to ${{ p90 }}.`
  return msg`If loads arrive on ${{ day: on }}, about ${{ p50 }} of waste is expected, likely ${{ p10 }} to ${{ p90 }}. Loads came on ${{ loadDays }} of the last ${{ ofDays }} days.`
}

function settlementMessage({ outcome, delivery, site }: NotificationTextValues<'dispute-settled'>): Message {
  switch (outcome) {
    case 'found':
      return msg`You were right about delivery ${{ delivery }} to ${{ site }}: your composition is in use now.`
    case 'unknown':
      return msg`You were right about delivery ${{ delivery }} to ${{ site }}: its composition is unknown now.`
    case 'unchanged':
      return msg`The composition of delivery ${{ delivery }} to ${{ site }} stays the same.`
  }
}

const UNCOLLECTED_MESSAGES: Record<StopException, (at: LocalizedValue) => Message> = {
  'not-out': (at) => msg`Your bin was not out at ${{ time: at }}. Put it out. We will come again.`,
  'no-access': (at) => msg`We could not reach your bin at ${{ time: at }}. Please clear the way. We will come again.`,
  safety: (at) => msg`It was not safe to empty your bin at ${{ time: at }}. We will come again.`,
  'no-payment': (at) =>
    msg`We did not empty your bin at ${{ time: at }}, because a payment is due. We will come again after you pay.`,
  delay: (at) => msg`We could not empty your bin at ${{ time: at }} because of a delay. We will come again.`,
  damage: (at) =>
    msg`Your bin is damaged, so we could not empty it at ${{ time: at }}. Please have it repaired. We will come again.`,
  overloaded: (at) =>
    msg`Your bin was too full to be emptied at ${{ time: at }}. Please take something out. We will come again.`,
  'extra-item': (at) =>
    msg`Things beside your bin were in the way at ${{ time: at }}. Please remove them. We will come again.`,
  special: (at) =>
    msg`We did not empty your bin at ${{ time: at }}, because it has waste that needs a special collection.`,
  contamination: (at) =>
    msg`We did not empty your bin at ${{ time: at }}, because it has waste that does not belong in it. Please sort the waste.`,
  'service-review': (at) =>
    msg`We did not empty your bin at ${{ time: at }}, because we are reviewing your service. We will come again.`,
  weight: (at) =>
    msg`Your bin was too heavy to be emptied at ${{ time: at }}. Please take something out. We will come again.`,
}

function leavingMessage(values: NotificationTextValues<'truck-left'>, timeZone: string): Message {
  const { vehicle, site, reports, tonnes } = values
  const [zones, arrival] = [toListMessageValue(values.zones), toTimeValue(timeZone, values.arrival)]
  return reports > 0
    ? msg`Truck ${{ vehicle }} left for ${{ site }} with the waste of ${plural({ reports }, { one: '# report', other: '# reports' })} from ${{ zones }}, expected at ${{ arrival }}.`
    : msg`Truck ${{ vehicle }} left for ${{ site }} with about ${{ tonnes: toOneDecimalQuantityValue(tonnes, 't') }} from ${{ zones }}, expected at ${{ arrival }}.`
}

const TABLE: Table = {
  text: {
    title: ({ title }) => toUntranslatedMessage(title),
    message: ({ message }) => toUntranslatedMessage(message),
  },

  'collection-recommended': {
    title: () => msg`Collection Recommended`,
    message: ({ zone, reports, required }) =>
      msg`${{ zone }}: ${{ reports }} of ${{ required }} reports; a collection is recommended.`,
  },
  'threshold-reached': {
    title: () => msg`Bin Full Threshold Reached`,
    message: ({ zone, reports, required }) =>
      msg`Threshold reached: ${{ reports }}/${{ required }} residents have reported their bins full in ${{ zone }}.`,
  },

  'collection-scheduled': {
    title: () => msg`Collection Scheduled`,
    message: ({ zone, from, until }, timeZone) =>
      from && until
        ? msg`A truck will collect the bins of ${{ zone }} between ${{ from: toTimeValue(timeZone, from) }} and ${{ until: toTimeValue(timeZone, until) }}. Please have your bin out 30 minutes before.`
        : msg`A truck will collect the bins of ${{ zone }}. Please have your bin out 30 minutes before.`,
  },
  'truck-under-way': {
    title: () => msg`Truck on Its Way`,
    message: ({ zone }) => msg`The collection truck for ${{ zone }} is on its way.`,
  },
  'bin-missed': {
    title: () => msg`Bin Not Collected`,
    message: ({ zone }) =>
      msg`The truck for ${{ zone }} did not reach your bin. Your report is still open; you do not need to report again.`,
  },
  'bin-reported': {
    title: () => msg`Bin Reported`,
    message: ({ zone, reference }) => msg`Your bin in ${{ zone }} is reported full. Reference: ${{ reference }}.`,
  },
  'bin-collected': {
    title: () => msg`Bin Collected`,
    message: ({ zone }) => msg`Your bin was collected. Thank you for keeping ${{ zone }} clean.`,
  },
  'bin-left': {
    title: () => msg`Bin Not Collected`,
    message: ({ exception, at }, timeZone) =>
      (lookUp(UNCOLLECTED_MESSAGES, exception) ?? UNCOLLECTED_MESSAGES.delay)(toTimeValue(timeZone, at)),
  },
  'collection-undone': {
    title: () => msg`Bin Not Collected Yet`,
    message: ({ zone }) =>
      msg`Your bin in ${{ zone }} was marked as collected by mistake. Your report is still open; you do not need to report again.`,
  },

  'collection-started': {
    title: () => msg`Collection Started`,
    message: ({ vehicle, zone, reports }) =>
      reports === undefined
        ? msg`Truck ${{ vehicle }} has set out to ${{ zone }}.`
        : msg`Truck ${{ vehicle }} has set out to ${{ zone }} for ${plural({ reports }, { one: '# report', other: '# reports' })}.`,
  },
  'truck-left': { title: () => msg`Truck Sent`, message: leavingMessage },
  'delivery-under-way': {
    title: () => msg`Delivery on Its Way`,
    message: ({ vehicle, site, zones, tonnes, arrival }, timeZone) =>
      msg`Truck ${{ vehicle }} is on its way to ${{ site }} with about ${{ tonnes: toOneDecimalQuantityValue(tonnes, 't') }} from ${{ zones: toListMessageValue(zones) }}, expected at ${{ arrival: toTimeValue(timeZone, arrival) }}.`,
  },

  'composition-updated': {
    title: () => msg`New Waste Composition Update`,
    message: ({ site }) => msg`Waste composition updated at ${{ site }}`,
  },
  'site-almost-full': {
    title: () => msg`Site Almost Full`,
    message: ({ site, ...tonnes }) => {
      const percent = toQuantityValue(Math.floor((tonnes.used / tonnes.capacity) * 100), '%')
      const { used, capacity } = tonnesOf(tonnes)
      return msg`${{ site }} is ${{ percent }} full: ${{ used }} of ${{ capacity }}. Plan to send trucks to another site.`
    },
  },
  'site-full': {
    title: () => msg`Site Almost Full`,
    message: ({ site, ...tonnes }) => {
      const { used, capacity } = tonnesOf(tonnes)
      return msg`${{ site }} is full: it holds ${{ used }} of ${{ capacity }}. Send trucks to another site.`
    },
  },

  'composition-disputed': {
    title: () => msg`Composition Disputed`,
    message: ({ site, delivery }) =>
      msg`${{ site }} disputes the composition of delivery ${{ delivery }}. Please decide who is right.`,
  },
  'dispute-settled': { title: () => msg`Dispute Settled`, message: settlementMessage },
  'weight-far-off': {
    title: () => msg`Weight Far From Expected`,
    message: ({ site, delivery, ticket, weight, expected }) =>
      msg`Delivery ${{ delivery }} weighed ${{ weight: toQuantityValue(weight, 'kg') }} at ${{ site }}, not ${{ expected: toQuantityValue(expected, 'kg') }} as expected (ticket ${{ ticket }}).`,
  },

  'waste-forecast': { title: () => msg`New Waste Forecast`, message: forecastMessage },

  'report-reopened': {
    title: () => msg`Not Collected`,
    message: ({ zone }) =>
      msg`A resident of ${{ zone }} says that a bin marked as collected was not collected. Their report is open again.`,
  },
  'many-new-accounts': {
    title: () => msg`Many new accounts at once`,
    message: ({ zone, reports }) =>
      msg`${{ reports }} accounts less than a day old reported full bins in ${{ zone }} within an hour. Check them before you send a truck. Automatic dispatch waits until a dispatcher accepts them.`,
  },
  'sign-in-paused': {
    title: () => msg`Repeated failed sign-ins`,
    message: () =>
      msg`Someone tried to sign in to your account with a wrong password several times. We paused sign-in from there for up to 15 minutes. If it was you, there is nothing to do. If not, your account is still safe; consider changing your password.`,
  },

  digest: {
    title: ({ digest }) => DIGEST_TITLES[digest],
    message: ({ from, until, figures }, timeZone) =>
      msg`${{ from: toDateTimeValue(timeZone, from) }} to ${{ until: toDateTimeValue(timeZone, until) }}: ${{ figures: joinMessages(renderDigestLines(figures), ', ') }}.`,
  },
}

/** Text of a notification whose kind this version does not know, because a newer server sent it. */
const UNKNOWN = {
  title: () => msg`Notification`,
  message: () => msg`Please reload the page to read this notification.`,
}

/** Returns a notification in the reader's language and city time. */
export function renderNotification(
  { kind, values }: NotificationText,
  { translate, timeZone }: NotificationRenderContext,
): RenderedNotification {
  const entry: { title: Phrase<never>; message: Phrase<never> } = lookUp(TABLE, kind) ?? UNKNOWN
  return {
    title: translate(entry.title(values as never, timeZone)),
    message: translate(entry.message(values as never, timeZone)),
  }
}
