/** Tests the English text of every notification, also with values that look like markup. */
import { describe, expect, it } from 'vitest'
import { PSEUDO_LOCALE } from '#contract/languages/locales.ts'
import { createTranslator, translateToEnglish } from '#contract/languages/translate.ts'
import { STOP_EXCEPTIONS, type StopException } from '#domain/stop-outcomes.ts'
import { renderNotification } from './messages.ts'
import { createCustomText, NotificationText, type NotificationTextKind } from './texts.ts'

const ACCRA = { translate: translateToEnglish, timeZone: 'Africa/Accra' } as const
const zone = 'Ablekuma North'
const site = 'North Dumping Site'
const delivery = 'DEL-T1-1-AN'
const vehicle = 'T001'
const [from, until] = ['2026-03-01T08:15:00.000Z', '2026-03-01T11:15:30.000Z']
const truck = { vehicle, site, zones: [zone, 'Ayawaso West'], tonnes: 1.15, arrival: '2026-03-01T09:00:00.000Z' }
const forecast = { date: '2026-11-26', p10: 11.2, p50: 14.6, p90: 18 }

const LEFT: Record<StopException, string> = {
  'not-out': 'Your bin was not out at 08:15. Put it out. We will come again.',
  'no-access': 'We could not reach your bin at 08:15. Please clear the way. We will come again.',
  safety: 'It was not safe to empty your bin at 08:15. We will come again.',
  'no-payment': 'We did not empty your bin at 08:15, because a payment is due. We will come again after you pay.',
  delay: 'We could not empty your bin at 08:15 because of a delay. We will come again.',
  damage: 'Your bin is damaged, so we could not empty it at 08:15. Please have it repaired. We will come again.',
  overloaded: 'Your bin was too full to be emptied at 08:15. Please take something out. We will come again.',
  'extra-item': 'Things beside your bin were in the way at 08:15. Please remove them. We will come again.',
  special: 'We did not empty your bin at 08:15, because it has waste that needs a special collection.',
  contamination:
    'We did not empty your bin at 08:15, because it has waste that does not belong in it. Please sort the waste.',
  'service-review': 'We did not empty your bin at 08:15, because we are reviewing your service. We will come again.',
  weight: 'Your bin was too heavy to be emptied at 08:15. Please take something out. We will come again.',
}

const CASES: [text: NotificationText, title: string, message: string][] = [
  [createCustomText('Road closed', 'Trucks come an hour later.'), 'Road closed', 'Trucks come an hour later.'],
  [
    { kind: 'collection-recommended', values: { zone, reports: 1_116, required: 1_116 } },
    'Collection Recommended',
    'Ablekuma North: 1116 of 1116 reports; a collection is recommended.',
  ],
  [
    { kind: 'threshold-reached', values: { zone, reports: 145, required: 145 } },
    'Bin Full Threshold Reached',
    'Threshold reached: 145/145 residents have reported their bins full in Ablekuma North.',
  ],
  [
    { kind: 'collection-scheduled', values: { zone, from, until } },
    'Collection Scheduled',
    'A truck will collect the bins of Ablekuma North between 08:15 and 11:15. Please have your bin out 30 minutes before.',
  ],
  [
    { kind: 'collection-scheduled', values: { zone } },
    'Collection Scheduled',
    'A truck will collect the bins of Ablekuma North. Please have your bin out 30 minutes before.',
  ],
  [
    { kind: 'truck-under-way', values: { zone } },
    'Truck on Its Way',
    'The collection truck for Ablekuma North is on its way.',
  ],
  [
    { kind: 'bin-missed', values: { zone } },
    'Bin Not Collected',
    'The truck for Ablekuma North did not reach your bin. Your report is still open; you do not need to report again.',
  ],
  [
    { kind: 'bin-reported', values: { zone, reference: 'R-4K7M-9XPC' } },
    'Bin Reported',
    'Your bin in Ablekuma North is reported full. Reference: R-4K7M-9XPC.',
  ],
  [
    { kind: 'bin-collected', values: { zone } },
    'Bin Collected',
    'Your bin was collected. Thank you for keeping Ablekuma North clean.',
  ],
  ...STOP_EXCEPTIONS.map((exception): [NotificationText, string, string] => [
    { kind: 'bin-left', values: { exception, at: from } },
    'Bin Not Collected',
    LEFT[exception],
  ]),
  [
    { kind: 'collection-undone', values: { zone } },
    'Bin Not Collected Yet',
    'Your bin in Ablekuma North was marked as collected by mistake. Your report is still open; you do not need to report again.',
  ],
  [
    { kind: 'collection-started', values: { vehicle, zone } },
    'Collection Started',
    'Truck T001 has set out to Ablekuma North.',
  ],
  [
    { kind: 'collection-started', values: { vehicle, zone, reports: 1 } },
    'Collection Started',
    'Truck T001 has set out to Ablekuma North for 1 report.',
  ],
  [
    { kind: 'collection-started', values: { vehicle, zone, reports: 1_160 } },
    'Collection Started',
    'Truck T001 has set out to Ablekuma North for 1,160 reports.',
  ],
  [
    { kind: 'truck-left', values: { ...truck, reports: 5 } },
    'Truck Sent',
    'Truck T001 left for North Dumping Site with the waste of 5 reports from Ablekuma North and Ayawaso West, expected at 09:00.',
  ],
  [
    { kind: 'truck-left', values: { ...truck, zones: [zone], tonnes: 4.05, reports: 0 } },
    'Truck Sent',
    'Truck T001 left for North Dumping Site with about 4.1\u00a0t from Ablekuma North, expected at 09:00.',
  ],
  [
    { kind: 'delivery-under-way', values: truck },
    'Delivery on Its Way',
    'Truck T001 is on its way to North Dumping Site with about 1.2\u00a0t from Ablekuma North and Ayawaso West, expected at 09:00.',
  ],
  [
    { kind: 'composition-updated', values: { site } },
    'New Waste Composition Update',
    'Waste composition updated at North Dumping Site',
  ],
  [
    { kind: 'site-almost-full', values: { site, used: 959.9, capacity: 1_000 } },
    'Site Almost Full',
    'North Dumping Site is 95\u00a0% full: 959.9 of 1,000\u00a0t. Plan to send trucks to another site.',
  ],
  [
    { kind: 'site-full', values: { site, used: 1_020, capacity: 1_000 } },
    'Site Almost Full',
    'North Dumping Site is full: it holds 1,020 of 1,000\u00a0t. Send trucks to another site.',
  ],
  [
    { kind: 'composition-disputed', values: { site, delivery } },
    'Composition Disputed',
    'North Dumping Site disputes the composition of delivery DEL-T1-1-AN. Please decide who is right.',
  ],
  [
    { kind: 'dispute-settled', values: { site, delivery, outcome: 'found' } },
    'Dispute Settled',
    'You were right about delivery DEL-T1-1-AN to North Dumping Site: your composition is in use now.',
  ],
  [
    { kind: 'dispute-settled', values: { site, delivery, outcome: 'unknown' } },
    'Dispute Settled',
    'You were right about delivery DEL-T1-1-AN to North Dumping Site: its composition is unknown now.',
  ],
  [
    { kind: 'dispute-settled', values: { site, delivery, outcome: 'unchanged' } },
    'Dispute Settled',
    'The composition of delivery DEL-T1-1-AN to North Dumping Site stays the same.',
  ],
  [
    { kind: 'weight-far-off', values: { site, delivery, ticket: '7', weight: 9_010, expected: 600 } },
    'Weight Far From Expected',
    'Delivery DEL-T1-1-AN weighed 9,010\u00a0kg at North Dumping Site, not 600\u00a0kg as expected (ticket 7).',
  ],
  [
    { kind: 'waste-forecast', values: forecast },
    'New Waste Forecast',
    'About 14.6\u00a0t of waste is expected on Thu 26 Nov, likely 11.2 to 18.0\u00a0t.',
  ],
  [
    { kind: 'waste-forecast', values: { ...forecast, loadDays: 28, ofDays: 28 } },
    'New Waste Forecast',
    'About 14.6\u00a0t of waste is expected on Thu 26 Nov, likely 11.2 to 18.0\u00a0t.',
  ],
  [
    { kind: 'waste-forecast', values: { ...forecast, loadDays: 5, ofDays: 28 } },
    'New Waste Forecast',
    'If loads arrive on Thu 26 Nov, about 14.6\u00a0t of waste is expected, likely 11.2 to 18.0\u00a0t. Loads came on 5 of the last 28 days.',
  ],
  [
    { kind: 'report-reopened', values: { zone } },
    'Not Collected',
    'A resident of Ablekuma North says that a bin marked as collected was not collected. Their report is open again.',
  ],
  [
    { kind: 'many-new-accounts', values: { zone, reports: 12 } },
    'Many new accounts at once',
    '12 accounts less than a day old reported full bins in Ablekuma North within an hour. Check them before you send a truck. Automatic dispatch waits until a dispatcher accepts them.',
  ],
  [
    { kind: 'sign-in-paused', values: {} },
    'Repeated failed sign-ins',
    'Someone tried to sign in to your account with a wrong password several times. We paused sign-in from there for up to 15 minutes. If it was you, there is nothing to do. If not, your account is still safe; consider changing your password.',
  ],
  [
    {
      kind: 'digest',
      values: {
        digest: 'daily',
        from: '2026-02-27T18:00:00.000Z',
        until: '2026-02-28T18:00:00.000Z',
        figures: { reports: 1_050, collected: 1, stillOpen: 0, collections: 1, litres: 12.3 },
      },
    },
    'Daily report',
    'Fri 27 Feb, 18:00 to Sat 28 Feb, 18:00: 1,050 bins reported, 1 collected, 0 still open, 1 collection completed, 12.3 litres of fuel used.',
  ],
  [
    {
      kind: 'digest',
      values: {
        digest: 'weekly',
        from: '2026-02-23T07:00:00.000Z',
        until: '2026-03-02T07:00:00.000Z',
        figures: { deliveries: 1, tonnes: 2.5, estimatedTonnes: 1, compositions: 2 },
      },
    },
    'Weekly report',
    'Mon 23 Feb, 07:00 to Mon 2 Mar, 07:00: 1 delivery arrived, 2.5 t of waste arrived, 1 t of it estimated, 2 composition updates.',
  ],
  [
    { kind: 'digest', values: { digest: 'daily-sites', from, until, figures: {} } },
    'Daily report',
    'Sun 1 Mar, 08:15 to Sun 1 Mar, 11:15: .',
  ],
]

const kinds = NotificationText.options.map((option) => option.shape.kind.value as NotificationTextKind)

describe('the English words', () => {
  it('are tested of every kind', () =>
    expect(new Set(CASES.map(([{ kind }]) => kind))).toEqual(new Set<NotificationTextKind>(kinds)))

  it.each(CASES)('of %j', (text, title, message) => {
    expect(NotificationText.parse(text)).toEqual(text)
    expect(renderNotification(text, ACCRA)).toEqual({ title, message })
  })

  it('have the times of the city', () => {
    const text = { kind: 'collection-scheduled', values: { zone, from, until } } as const
    const { message } = renderNotification(text, { ...ACCRA, timeZone: 'Asia/Kathmandu' })
    expect(message).toContain('between 14:00 and 17:00')
  })
})

/** Hostile names that look like markup, placeholders, or patterns of String.replace. */
const HOSTILE = ['<img src=x onerror=alert(1)>', '{zone}', '{0, plural, one {# bin}}', '%s', '$&', '&lt;', '__proto__']

describe.each(HOSTILE)('the value %s', (value) => {
  it.each(CASES)('stays text in %j', (text) => {
    const texts = Object.entries(text.values).filter(([name, of]) => typeof of === 'string' && !FIXED.includes(name))
    for (const [name] of texts) {
      const changed = { kind: text.kind, values: { ...text.values, [name]: value } } as NotificationText
      const { title, message } = renderNotification(changed, ACCRA)
      expect(`${title} ${message}`).toContain(value)
    }
  })
})
/**
 * Names of the message values with a fixed format.
 * The other values are free text.
 */
const FIXED = ['exception', 'at', 'from', 'until', 'arrival', 'date', 'outcome', 'digest']

it.each(['constructor', '__proto__', 'from-a-newer-version'])('a kind that is unknown, %s, breaks no list', (kind) =>
  expect(renderNotification({ kind, values: {} } as unknown as NotificationText, ACCRA).title).toBe('Notification'),
)

describe('in another language', () => {
  const pseudo = { translate: createTranslator(PSEUDO_LOCALE, new Map()), timeZone: 'Africa/Accra' }
  it.each(CASES.filter(([{ kind }]) => kind !== 'text'))('nothing of %j stays English', (text, title, message) => {
    const words = renderNotification(text, pseudo)
    expect(words.title).toMatch(/^\[.*\]$/)
    expect(words.message).toMatch(/^\[.*\]$/)
    expect([words.title, words.message]).not.toContain(title)
    expect(words.message).not.toContain(message)
  })

  it('the words of a person stay', () => {
    const text = { kind: 'text', values: { title: 'T', message: 'M {zone}' } } as const
    expect(renderNotification(text, { ...pseudo, translate: createTranslator('fr', new Map()) })).toEqual({
      title: 'T',
      message: 'M {zone}',
    })
  })

  it('plurals, numbers, lists and times are those of the language', () => {
    const translations = new Map([
      [
        'Truck {vehicle} left for {site} with the waste of {reports, plural, one {# report} other {# reports}} from {zones}, expected at {arrival}.',
        '{vehicle} : {reports, plural, one {# signalement} other {# signalements}} de {zones} à {site}, {arrival}',
      ],
    ])
    const values = { vehicle: 'T1', site: 'Nord', zones: ['A', 'B', 'C'], reports: 0, tonnes: 0, arrival: until }
    const left = (reports: number) =>
      renderNotification(
        { kind: 'truck-left', values: { ...values, reports } },
        { translate: createTranslator('fr', translations), timeZone: 'Africa/Accra' },
      ).message
    expect(left(1)).toBe('T1 : 1 signalement de A, B et C à Nord, 11:15')
    expect(left(1_050)).toBe('T1 : 1\u202f050 signalements de A, B et C à Nord, 11:15')
  })
})
