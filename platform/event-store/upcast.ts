/**
 * Converts stored events to today's shape.
 * Only this file knows earlier shapes.
 */

import { DEFAULT_FINDING_THRESHOLDS, type FindingThresholds } from '#contract/audit/findings.ts'
import type { EventData, EventType } from '#contract/events.ts'
import type { RenderedNotification } from '#contract/notifications/messages.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { EVENT_CATALOGUE } from '#contract/streams.ts'
import type { Envelope, LoggedEvent, Position, RecordedFields } from './event-store.ts'

/**
 * Event as stored by an adapter.
 * `meta` may be unparsed JSON text, and `data` a function that reads the data.
 */
export interface RawEvent extends Omit<RecordedFields, 'meta'> {
  type: string
  data: object | (() => object)
  meta: Envelope | string
}

/** Older data of an event: may lack later fields and have removed ones. */
type Older<T extends EventType, Missing extends keyof EventData<T>, Had = object> = Omit<EventData<T>, Missing> &
  Partial<Pick<EventData<T>, Missing>> &
  Had

/** Earlier events name the dispatch's id `collectionId`, though it is no collection. */
interface WithCollectionId {
  collectionId?: string
}

/**
 * Converters of older events' data to today's shape, by event type.
 * Logs keep old events, so a converter is never removed.
 * A test reads stored samples of each older shape.
 */
const UPCASTS = {
  // Earlier events lack the newer thresholds, such as those about proof.
  // Missing thresholds get their default values.
  FindingThresholdsSet: ({ thresholds, ...data }: OlderThresholds): EventData<'FindingThresholdsSet'> => ({
    ...data,
    thresholds: { ...DEFAULT_FINDING_THRESHOLDS, ...thresholds },
  }),

  TruckDispatched: ({
    collectionId = '',
    dispatchId = collectionId,
    // Older events do not list the reports that the truck left uncollected.
    leftIds = [],
    ...data
  }: Older<'TruckDispatched', 'dispatchId' | 'leftIds', WithCollectionId>): EventData<'TruckDispatched'> => ({
    ...data,
    dispatchId,
    leftIds,
  }),

  ReportCollected: ({
    collectionId,
    dispatchId = collectionId,
    ...data
  }: Older<'ReportCollected', 'dispatchId', WithCollectionId>): EventData<'ReportCollected'> =>
    dispatchId === undefined ? data : { ...data, dispatchId },

  // Earlier CollectionCompleted events lack `reportIds`, the reports planned for the collection.
  CollectionCompleted: (data: Older<'CollectionCompleted', 'reportIds'>): EventData<'CollectionCompleted'> => ({
    reportIds: [],
    ...data,
  }),

  // Earlier configurations lacked the city's texts and the rule for unconfirmed reports.
  // The defaults repeat earlier behaviour.
  ConfigurationChanged: ({ configuration, ...data }: OlderConfiguration): EventData<'ConfigurationChanged'> => ({
    ...data,
    configuration: {
      ...configuration,
      unconfirmedReports: configuration.unconfirmedReports ?? 'automatic',
      city: configuration.city ?? DEFAULT_CONFIGURATION.city,
    },
  }),
  // Earlier notifications stored their finished title and message.
  NotificationSent: ({
    title = '',
    message = '',
    text = { kind: 'text', values: { title, message } },
    ...data
  }: Older<'NotificationSent', 'text', Partial<RenderedNotification>>): EventData<'NotificationSent'> => ({
    ...data,
    text,
  }),
  TripLogged: withFigures,
  // Older events may lack a valid fuel level after a faulty trip.
  // After refuelling, the tank has at least the refuelled litres.
  // In other cases an unknown level counts as empty.
  VehicleRefuelled: (data: EventData<'VehicleRefuelled'>): EventData<'VehicleRefuelled'> =>
    Number.isFinite(data.fuelLevel) ? data : { ...data, fuelLevel: data.litres },
  VehicleChanged: (data: EventData<'VehicleChanged'>): EventData<'VehicleChanged'> =>
    Number.isFinite(data.fuelLevel) ? data : { ...data, fuelLevel: 0 },
} satisfies { [T in EventType]?: (data: never) => EventData<T> }

/** Trip with figures that a fault may have stored as text or null. */
type FaultyTrip = Omit<EventData<'TripLogged'>, TripFigure> & Record<TripFigure, unknown>
type TripFigure = 'distance' | 'litres' | 'fuelLevel' | 'fuelCost'

/**
 * Repairs trips with invalid figures.
 * A site called `constructor` once caused the distance "0function Object() …".
 * The real figures are unknown, so such a trip has 0 km, litres and cost.
 * The tank stays unchanged.
 */
function withFigures({ fuelLevel, ...data }: FaultyTrip): EventData<'TripLogged'> {
  const { distance, litres, fuelCost } = data
  const isSound = [distance, litres, fuelCost].every(Number.isFinite)
  const figures = isSound ? { distance, litres, fuelCost } : { distance: 0, litres: 0, fuelCost: 0 }
  return {
    ...data,
    ...(figures as Pick<EventData<'TripLogged'>, keyof typeof figures>),
    ...(Number.isFinite(fuelLevel) ? { fuelLevel: fuelLevel as number } : {}),
  }
}

type OlderThresholds = Omit<EventData<'FindingThresholdsSet'>, 'thresholds'> & {
  thresholds: Partial<FindingThresholds>
}

type Configured = EventData<'ConfigurationChanged'>['configuration']
type OlderConfiguration = Older<'ConfigurationChanged', never> & {
  configuration: Omit<Configured, 'unconfirmedReports' | 'city'> & Partial<Configured>
}

const upcasts = new Map(Object.entries(UPCASTS) as [string, (data: object) => object][])

/**
 * Converts an event's data.
 * Returns it as stored on failure, so one event does not block others.
 * Readers that can't use it quarantine it.
 */
function upcastData(type: string, data: object): object {
  try {
    return upcasts.get(type)?.(data) ?? data
  } catch {
    return data
  }
}

/**
 * Matches the command ids of the simulated city.
 * In older logs, its events lack the mark `simulated`.
 */
const OF_THE_CITY = /^(live|seed\/demo)\//

function upcastMeta(meta: Envelope): Envelope {
  const { simulated, actor, commandId } = meta
  return !simulated && (actor === 'simulation' || OF_THE_CITY.test(commandId)) ? { ...meta, simulated: true } : meta
}

/** One shared string for each event type, so that events do not each store a copy of the name. */
const types = new Map(Object.keys(EVENT_CATALOGUE).map((type) => [type, type]))

/** Parses and converts meta on first access, because few readers need it. */
class Upcast implements LoggedEvent {
  position: Position
  stream: string
  revision: number
  id: string
  type: string
  at: number
  declare data: object
  /**
   * The event's metadata: JSON text until the first access, then an object.
   * Storing both would take a quarter more memory per event.
   */
  #meta: string | Envelope

  constructor({ position, stream, revision, id, type, at, data, meta }: RawEvent) {
    this.position = position
    this.stream = stream
    this.revision = revision
    this.id = id
    this.type = types.get(type) ?? type
    this.at = at
    if (typeof data === 'function') Object.defineProperty(this, 'data', { get: data as () => object, enumerable: true })
    else this.data = upcastData(type, data)
    this.#meta = typeof meta === 'string' ? meta : upcastMeta(meta)
  }

  get meta(): Envelope {
    const meta = this.#meta
    if (typeof meta !== 'string') return meta
    const parsed = upcastMeta(JSON.parse(meta))
    this.#meta = parsed
    return parsed
  }
}

/**
 * Converts an event to today's shape.
 * An event of an unknown type stays as stored.
 */
export const upcast = (raw: RawEvent): LoggedEvent => new Upcast(raw)
