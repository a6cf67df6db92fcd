/** Storage of a driver's actions with their photos, and of the last route sheet. */
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

/** Opens a transaction on actions and photos. Its changes survive even if the phone goes off right after it. */
async function change() {
  const transaction = (await open()).transaction([ACTIONS, PHOTOS], 'readwrite', { durability: 'strict' })
  const [actions, photos] = [transaction.objectStore(ACTIONS), transaction.objectStore(PHOTOS)]
  const { done } = transaction
  // The error is dropped here. The caller gets the error of the request that failed first.
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

/** Runs a change of actions and photos in one transaction. If the phone is full, rejects and nothing has changed. */
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
 * Stores an outcome of a stop, and then its photo.
 * Removes refused outcomes of the stop, and unsent outcomes that are newer than the last step of the shift.
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

/** Stores an action other than an outcome. A step ends the time in which outcomes can be undone. */
export function recordDriverAction(userId: string, did: DriverAction): Promise<StoredAction> {
  return runChange(async (change) => {
    if (did.kind === 'step')
      for (const action of change.ofUser(userId))
        if (action.heldUntil > 0) await change.put({ ...action, heldUntil: 0 })
    return change.add(userId, did)
  })
}

/**
 * Removes an outcome with its photo, and restores the outcome that it had replaced.
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
      // The stop may have a new id, because its report was reopened meanwhile.
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

/** Removes refused actions, together with the photos of refused outcomes. */
export function dismissRefusedActions(userId: string, refused: readonly StoredAction[]): Promise<void> {
  return runChange(async (change) => {
    const all = change.ofUser(userId)
    for (const action of refused)
      for (const each of [action, ...all.filter(isPhotoOf(action))]) await change.remove(each)
  })
}

/** Queues refused outcomes again with the time `at`, for example after the clock was corrected. */
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

/** Changes the id of a stop in all unsent actions, after its report was reopened under a new id. */
export function replaceStopId(userId: string, from: string, to: string): Promise<void> {
  return runChange(async (change) => {
    for (const action of change.ofUser(userId)) {
      const { did, tried } = action
      // A command that may have reached the server must keep its content under its idempotency key.
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
 * Removes actions that were sent and that the sheet includes by now.
 * Also removes photos of outcomes that were replaced.
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

/** The route sheet as this phone knows it. */
export interface StoredSheet {
  userId: string
  sheet: DriverSheet
  /** Log position up to which the sheet is current. */
  position: string
  /** Stops of the load that is on its way to a site. Their outcomes can still be corrected. */
  carried: readonly Stop[]
  /** Id of the collection from which the load comes that is on its way to a site. */
  carriedFrom?: string | undefined
  /** Zone of a collection that another person ended. A note names it until the driver dismisses the note. */
  endedZone?: string | undefined
  /** Ids of the stops in the order that the driver chose. */
  order?: readonly string[] | undefined
}

export async function readStoredSheet(userId: string): Promise<StoredSheet | undefined> {
  return (await open()).get(SHEETS, userId)
}

/** Returns the sheet to store in place of the stored sheet, or undefined to keep the stored sheet. */
export type UpdateStoredSheet = (before: StoredSheet | undefined) => StoredSheet | undefined

/**
 * Applies a change to the stored sheet in one transaction, so that no tab overwrites the change of another.
 * Returns the sheet that is stored afterwards.
 */
export async function updateStoredSheet(userId: string, change: UpdateStoredSheet): Promise<StoredSheet | undefined> {
  const transaction = (await open()).transaction(SHEETS, 'readwrite')
  const before: StoredSheet | undefined = await transaction.store.get(userId)
  const next = change(before)
  if (next) await transaction.store.put(next)
  await transaction.done
  return next ?? before
}

/** Removes the route sheets of all users except one. */
export async function deleteSheetsOfOthers(except: string): Promise<void> {
  const transaction = (await open()).transaction(SHEETS, 'readwrite')
  for (const userId of await transaction.store.getAllKeys())
    if (userId !== except) await transaction.store.delete(userId)
  await transaction.done
}
