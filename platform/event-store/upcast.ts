/** Brings what the log holds into today's shape: the only place that knows how events looked before. */
import { DEFAULT_CONFIGURATION } from '#contract/city/configuration.ts'
import type { EventData, EventType } from '#contract/events.ts'
import { CATALOGUE } from '#contract/streams.ts'
import type { EventMeta, LoggedEvent, Position, Recorded } from './event-store.ts'

/** An event as a backing holds it; its meta perhaps as the text that it lies there as. */
export interface RawEvent extends Omit<Recorded, 'meta'> {
  type: string
  data: object
  meta: EventMeta | string
}

/** The data of an event without what is younger than it, and with what it had then. */
type Older<T extends EventType, Missing extends keyof EventData<T>, Had = object> = Omit<EventData<T>, Missing> &
  Partial<Pick<EventData<T>, Missing>> &
  Had

/** A dispatch's id was called so, like those of collections, which it is none of. */
interface WithCollectionId {
  collectionId?: string
}

/**
 * By type, from any shape that such events have had to today's. What is here stays here for as long as there are logs: a
 * test reads each older shape by its bytes.
 */
const UPCASTS = {
  TruckDispatched: ({
    collectionId = '',
    dispatchId = collectionId,
    // Before trucks knew which of the reports that they had set out for were not aboard.
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

  // Before collections said which reports they had set out for.
  CollectionCompleted: (data: Older<'CollectionCompleted', 'reportIds'>): EventData<'CollectionCompleted'> => ({
    reportIds: [],
    ...data,
  }),

  // Before there was a rule for reports of unconfirmed accounts, and before a city had words of its own: as it was then.
  ConfigurationChanged: ({ configuration, ...data }: OlderConfiguration): EventData<'ConfigurationChanged'> => ({
    ...data,
    configuration: {
      ...configuration,
      unconfirmedReports: configuration.unconfirmedReports ?? 'automatic',
      city: configuration.city ?? DEFAULT_CONFIGURATION.city,
    },
  }),
  TripLogged: withFigures,
  // The level after such a trip was passed on: at least what was filled in is there, and an unknown level counts as empty.
  VehicleRefuelled: (data: EventData<'VehicleRefuelled'>): EventData<'VehicleRefuelled'> =>
    Number.isFinite(data.fuelLevel) ? data : { ...data, fuelLevel: data.litres },
  VehicleChanged: (data: EventData<'VehicleChanged'>): EventData<'VehicleChanged'> =>
    Number.isFinite(data.fuelLevel) ? data : { ...data, fuelLevel: 0 },
} satisfies { [T in EventType]?: (data: never) => EventData<T> }

/** A trip whose figures a fault may have stored as a text or as null. */
type FaultyTrip = Omit<EventData<'TripLogged'>, TripFigure> & Record<TripFigure, unknown>
type TripFigure = 'distance' | 'litres' | 'fuelLevel' | 'fuelCost'

/**
 * A site called `constructor` once made trips with the distance "0function Object() …" and no litres. Nobody knows what was driven:
 * such a trip counts as 0 km, 0 litres and no cost, and leaves the tank as it was.
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

type Configured = EventData<'ConfigurationChanged'>['configuration']
type OlderConfiguration = Older<'ConfigurationChanged', never> & {
  configuration: Omit<Configured, 'unconfirmedReports' | 'city'> & Partial<Configured>
}

const upcasts = new Map<string, (data: never) => object>(Object.entries(UPCASTS))

/**
 * What can't be brought into today's shape is given as it lies there: one event must not keep all others from being read. Who
 * can't take it sets it aside and says so.
 */
function upcastData(type: string, data: object): object {
  try {
    return upcasts.get(type)?.(data as never) ?? data
  } catch {
    return data
  }
}

/** Before events said so themselves, the simulated city's commands could be told by their ids, and its trucks by who acted. */
const OF_THE_CITY = /^(live|seed\/demo)\//

function upcastMeta(meta: EventMeta): EventMeta {
  const { simulated, actor, commandId } = meta
  return !simulated && (actor === 'simulation' || OF_THE_CITY.test(commandId)) ? { ...meta, simulated: true } : meta
}

/** Each type's name once, however many events of it are held. */
const types = new Map(Object.keys(CATALOGUE).map((type) => [type, type]))

/** Few readers want an event's meta: it is parsed and brought into today's shape when it is asked for. */
class Upcast implements LoggedEvent {
  position: Position
  stream: string
  revision: number
  id: string
  type: string
  at: number
  data: object
  /** Until then it is the text; both would be a quarter of what a held event takes. */
  #meta: string | EventMeta

  constructor({ position, stream, revision, id, type, at, data, meta }: RawEvent) {
    this.position = position
    this.stream = stream
    this.revision = revision
    this.id = id
    this.type = types.get(type) ?? type
    this.at = at
    this.data = upcastData(type, data)
    this.#meta = typeof meta === 'string' ? meta : upcastMeta(meta)
  }

  get meta(): EventMeta {
    const meta = this.#meta
    if (typeof meta !== 'string') return meta
    const parsed = upcastMeta(JSON.parse(meta))
    this.#meta = parsed
    return parsed
  }
}

/** The event in today's shape; one of a type that nobody here knows stays as it was written. */
export const upcast = (raw: RawEvent): LoggedEvent => new Upcast(raw)
