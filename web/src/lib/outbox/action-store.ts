/** Browser storage of a driver's unsent actions, their photos, and the last route sheet. */
import { createId } from '#web/lib/api/api.ts'
import {
  announceChange,
  createDatabaseOpener,
  createEntryObjectStore,
  createEntryStore,
  type EntryStore,
  nextQueuePlaceOf,
  queueOrderOf,
  sortEntries,
} from './shelf.ts'
import { isEntryWaiting, SHIFT_DATABASE } from './stored.ts'
import {
  type DriverAction,
  type DriverSheet,
  isOutcome,
  isPhoto,
  type OutcomeAction,
  type PhotoAction,
  presentStopIdOf,
  replacementOutcomeOf,
  type Stop,
  type StopOutcomeBody,
  type StoredAction,
} from './stored-action.ts'

const ACTIONS = 'actions'
const PHOTOS = 'photos'
const SHEETS = 'sheets'

const open = createDatabaseOpener({
  name: SHIFT_DATABASE,
  create(database) {
    createEntryObjectStore(database, ACTIONS)
    database.createObjectStore(PHOTOS, { keyPath: 'key' })
    database.createObjectStore(SHEETS, { keyPath: 'userId' })
  },
})

export const actionEntries: EntryStore<StoredAction> = createEntryStore(SHIFT_DATABASE, ACTIONS, open)
export const { storedOf: storedActionsOf } = actionEntries

/** Time in ms during which an outcome can be undone. */
export const OUTCOME_UNDO_MS = 8_000

type Change = Awaited<ReturnType<typeof change>>

/** Opens a transaction on actions and photos that survives an immediate power-off. */
async function change() {
  const transaction = (await open()).transaction([ACTIONS, PHOTOS], 'readwrite', { durability: 'strict' })
  const [actions, photos] = [transaction.objectStore(ACTIONS), transaction.objectStore(PHOTOS)]
  const { done } = transaction
  // Ignores the transaction's error: the caller already gets the error of the first failed request.
  done.catch(() => undefined)
  const all: StoredAction[] = await actions.getAll()
  let place = nextQueuePlaceOf(all)
  return {
    done,
    ofUser: (userId: string) => sortEntries(all.filter((action) => action.userId === userId)),
    async put(action: StoredAction) {
      await actions.put(action)
    },
    async add(userId: string, did: DriverAction, more: Partial<StoredAction> = {}): Promise<StoredAction> {
      const action = { key: createId(), userId, did, madeAt: Date.now(), heldUntil: 0, ...more, place: place++ }
      await actions.add(action)
      return action
    },
    async addPhoto(key: string, blob: Blob) {
      await photos.add({ key, blob })
    },
    async remove({ key }: StoredAction) {
      await actions.delete(key)
      await photos.delete(key)
    },
  }
}

/**
 * Changes actions and photos in one transaction.
 * If the phone's storage is full, rejects and changes nothing.
 */
async function runChange<T>(work: (change: Change) => Promise<T>): Promise<T> {
  const opened = await change()
  const result = await work(opened)
  await opened.done
  announceChange(SHIFT_DATABASE)
  return result
}

export interface NewStopOutcome {
  userId: string
  stopId: string
  said: StopOutcomeBody
  photo?: Blob | undefined
}

/**
 * Stores the outcome of a stop, then its photo.
 * Removes the stop's earlier outcomes that the server refused.
 * Also removes unsent outcomes that were recorded after the last step of the shift.
 * Unsent outcomes from before that step stay, because the truck's load depends on them.
 */
export function recordOutcome({ userId, said, photo, ...shown }: NewStopOutcome): Promise<StoredAction> {
  return runChange(async (change) => {
    const all = change.ofUser(userId)
    const stopId = presentStopIdOf(all, shown.stopId)
    const before = all.filter(isOutcome).filter(({ did }) => did.stopId === stopId)
    const refused = before.filter(({ refusal }) => refusal !== undefined)
    const lastStep = Math.max(0, ...all.filter(({ did }) => did.kind === 'step').map(queueOrderOf))
    const untried = before.filter((outcome) => !outcome.tried && queueOrderOf(outcome) > lastStep)
    for (const old of [...untried, ...refused]) await change.remove(old)
    const replaces = untried.at(-1)
    const outcome = await change.add(
      userId,
      { kind: 'outcome', stopId, said },
      { heldUntil: Date.now() + OUTCOME_UNDO_MS, ...(replaces && { replaces: { ...replaces, replaces: undefined } }) },
    )
    if (photo) {
      const { key } = await change.add(userId, { kind: 'photo', stopId, said, of: outcome.key })
      await change.addPhoto(key, photo)
    }
    return outcome
  })
}

/**
 * Stores an action of a driver other than the outcome of a stop.
 * An action of kind 'step' makes earlier outcomes ready to send.
 * They can then no longer be undone.
 */
export function recordDriverAction(userId: string, did: DriverAction): Promise<StoredAction> {
  return runChange(async (change) => {
    if (did.kind === 'step')
      for (const action of change.ofUser(userId))
        if (action.heldUntil > 0) await change.put({ ...action, heldUntil: 0 })
    return change.add(userId, did)
  })
}

/**
 * Removes a stored outcome and its photo, and restores the outcome that it had replaced.
 * Returns false if the outcome may already have been sent.
 */
export function undoOutcome({ key, userId }: StoredAction): Promise<boolean> {
  return runChange(async (change) => {
    const all = change.ofUser(userId)
    const outcome = all.find((action) => action.key === key)
    if (!outcome || outcome.tried) return false
    for (const action of [outcome, ...all.filter(isPhotoOf(outcome))]) await change.remove(action)
    const { replaces } = outcome
    if (replaces && isOutcome(replaces)) {
      // If the report was reopened meanwhile, its stop has a new id.
      const stopId = presentStopIdOf(all, replaces.did.stopId)
      await change.put({ ...replaces, did: { ...replaces.did, stopId }, heldUntil: 0 })
    }
    return true
  })
}

const isPhotoOf =
  ({ key }: StoredAction) =>
  (action: StoredAction) =>
    isPhoto(action) && action.did.of === key

/**
 * Removes actions that the server refused.
 * Also removes the photos that belong to refused outcomes.
 */
export function dismissRefusedActions(userId: string, refused: readonly StoredAction[]): Promise<void> {
  return runChange(async (change) => {
    const all = change.ofUser(userId)
    for (const action of refused)
      for (const each of [action, ...all.filter(isPhotoOf(action))]) await change.remove(each)
  })
}

/** Queues refused outcomes again with time `at`, as after a clock correction. */
export function requeueOutcomes(userId: string, refused: readonly OutcomeAction[], at: string): Promise<void> {
  return runChange(async (change) => {
    const all = change.ofUser(userId)
    for (const old of refused) {
      const said = { ...old.did.said, at }
      const { key } = await change.add(userId, { ...old.did, said })
      for (const photo of all.filter(isPhotoOf(old)))
        if (isPhoto(photo)) await change.put({ ...photo, did: { ...photo.did, said, of: key } })
      await change.remove(old)
    }
  })
}

/**
 * Replaces a stop's id in all waiting actions.
 * A stop gets a new id when its report is reopened.
 * Leaves out commands that may have reached the server: a retry must be identical.
 */
export function replaceStopId(userId: string, from: string, to: string): Promise<void> {
  return runChange(async (change) => {
    for (const action of change.ofUser(userId)) {
      const { did, tried } = action
      // Never change a command that may have reached the server: a retry reuses its idempotency key.
      const isFree = isEntryWaiting(action) && (!tried || did.kind === 'photo')
      if (isFree && 'stopId' in did && did.stopId === from) await change.put({ ...action, did: { ...did, stopId: to } })
    }
  })
}

/** Returns the image file of a photo action. */
export async function readStoredPhoto(key: string): Promise<Blob | undefined> {
  const found: { blob: Blob } | undefined = await (await open()).get(PHOTOS, key)
  return found?.blob
}

/**
 * Removes sent actions that the driver's route sheet now includes.
 * Also removes photos of outcomes that the driver has replaced.
 */
export async function removeConfirmedActions(userId: string, isShown: (sentAs: string) => boolean): Promise<void> {
  const isGone = ({ sentAs }: StoredAction) => sentAs !== undefined && isShown(sentAs)
  if (!(await storedActionsOf(userId)).some(isGone)) return
  await runChange(async (change) => {
    const all = change.ofUser(userId)
    const isStale = (photo: PhotoAction) => replacementOutcomeOf(photo, all)?.sentAs !== undefined
    for (const action of [...all.filter(isPhoto).filter(isStale), ...all.filter(isGone)]) await change.remove(action)
  })
}

/** A driver's route sheet as stored on this phone. */
export interface StoredSheet {
  userId: string
  sheet: DriverSheet
  /** Log position up to which the stored route sheet is current. */
  position: string
  /**
   * Stops of the load on its way to a site.
   * Outcomes can still be corrected.
   */
  carried: readonly Stop[]
  /** Id of the collection of the load on its way to a site. */
  carriedFrom?: string | undefined
  /**
   * Zone of a collection that another person ended.
   * A note with this zone is shown until the driver dismisses it.
   */
  endedZone?: string | undefined
  /** Ids of the stops in the order that the driver chose. */
  order?: readonly string[] | undefined
}

export async function readStoredSheet(userId: string): Promise<StoredSheet | undefined> {
  return (await open()).get(SHEETS, userId)
}

/** Returns the route sheet to store, or undefined to leave the stored sheet unchanged. */
export type UpdateStoredSheet = (before: StoredSheet | undefined) => StoredSheet | undefined

/**
 * Changes the stored route sheet in one transaction, so that open tabs do not overwrite each other.
 * Returns the route sheet stored afterwards.
 */
export async function updateStoredRouteSheet(
  userId: string,
  change: UpdateStoredSheet,
): Promise<StoredSheet | undefined> {
  const transaction = (await open()).transaction(SHEETS, 'readwrite')
  const before: StoredSheet | undefined = await transaction.store.get(userId)
  const next = change(before)
  if (next) await transaction.store.put(next)
  await transaction.done
  return next ?? before
}

/** Removes the route sheets of all users except one. */
export async function deleteRouteSheetsOfOtherUsers(except: string): Promise<void> {
  const transaction = (await open()).transaction(SHEETS, 'readwrite')
  for (const userId of await transaction.store.getAllKeys())
    if (userId !== except) await transaction.store.delete(userId)
  await transaction.done
}
