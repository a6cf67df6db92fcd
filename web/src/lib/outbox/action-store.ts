/** A driver's stored actions with their photos, and the last sheet. */
import { newId } from '#web/lib/api/api.ts'
import {
  announceChange,
  createEntries,
  createEntryStore,
  databaseOf,
  type EntryStore,
  nextPlace,
  queueOrderOf,
  sortEntries,
} from './shelf.ts'
import { isWaiting, SHIFT_DATABASE } from './stored.ts'
import {
  type DriverAction,
  isOutcome,
  isPhoto,
  type OutcomeAction,
  type PhotoAction,
  presentStopId,
  replacementOf,
  type Sheet,
  type Stop,
  type StopOutcomeBody,
  type StoredAction,
} from './stored-action.ts'

const ACTIONS = 'actions'
const PHOTOS = 'photos'
const SHEETS = 'sheets'

const open = databaseOf({
  name: SHIFT_DATABASE,
  create(database) {
    createEntries(database, ACTIONS)
    database.createObjectStore(PHOTOS, { keyPath: 'key' })
    database.createObjectStore(SHEETS, { keyPath: 'userId' })
  },
})

export const actionEntries: EntryStore<StoredAction> = createEntryStore(SHIFT_DATABASE, ACTIONS, open)
export const { storedOf: actionsOf } = actionEntries

/** An outcome can be undone for this long, in ms. */
export const UNDO_MS = 8_000

type Change = Awaited<ReturnType<typeof change>>

/** Opens a change of actions and photos, which survives a phone that goes off right after it. */
async function change() {
  const transaction = (await open()).transaction([ACTIONS, PHOTOS], 'readwrite', { durability: 'strict' })
  const [actions, photos] = [transaction.objectStore(ACTIONS), transaction.objectStore(PHOTOS)]
  const { done } = transaction
  // The caller handles the failure of the first request.
  done.catch(() => undefined)
  const all: StoredAction[] = await actions.getAll()
  let place = nextPlace(all)
  return {
    done,
    ofUser: (userId: string) => sortEntries(all.filter((action) => action.userId === userId)),
    async put(action: StoredAction) {
      await actions.put(action)
    },
    async add(userId: string, did: DriverAction, more: Partial<StoredAction> = {}): Promise<StoredAction> {
      const action = { key: newId(), userId, did, madeAt: Date.now(), heldUntil: 0, ...more, place: place++ }
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
 * Runs a change.
 * Rejects when the phone is full, and then nothing has changed.
 */
async function changing<T>(work: (change: Change) => Promise<T>): Promise<T> {
  const opened = await change()
  const result = await work(opened)
  await opened.done
  announceChange(SHIFT_DATABASE)
  return result
}

export interface NewOutcome {
  userId: string
  stopId: string
  said: StopOutcomeBody
  photo?: Blob | undefined
}

/**
 * Stores an outcome, and its photo behind it.
 * It replaces unsent and refused ones of the same stop.
 * One before a step stays, because the load depends on it.
 */
export function recordOutcome({ userId, said, photo, ...shown }: NewOutcome): Promise<StoredAction> {
  return changing(async (change) => {
    const all = change.ofUser(userId)
    const stopId = presentStopId(all, shown.stopId)
    const before = all.filter(isOutcome).filter(({ did }) => did.stopId === stopId)
    const refused = before.filter(({ refusal }) => refusal !== undefined)
    const lastStep = Math.max(0, ...all.filter(({ did }) => did.kind === 'step').map(queueOrderOf))
    const untried = before.filter((outcome) => !outcome.tried && queueOrderOf(outcome) > lastStep)
    for (const old of [...untried, ...refused]) await change.remove(old)
    const replaces = untried.at(-1)
    const outcome = await change.add(
      userId,
      { kind: 'outcome', stopId, said },
      { heldUntil: Date.now() + UNDO_MS, ...(replaces && { replaces: { ...replaces, replaces: undefined } }) },
    )
    if (photo) {
      const { key } = await change.add(userId, { kind: 'photo', stopId, said, of: outcome.key })
      await change.addPhoto(key, photo)
    }
    return outcome
  })
}

/** Stores another deed; a step ends the time in which outcomes can be undone. */
export function recordDriverAction(userId: string, did: DriverAction): Promise<StoredAction> {
  return changing(async (change) => {
    if (did.kind === 'step')
      for (const action of change.ofUser(userId))
        if (action.heldUntil > 0) await change.put({ ...action, heldUntil: 0 })
    return change.add(userId, did)
  })
}

/** Takes an outcome back with its photo, and restores the one that it replaced. Returns false if it is on its way. */
export function undoOutcome({ key, userId }: StoredAction): Promise<boolean> {
  return changing(async (change) => {
    const all = change.ofUser(userId)
    const outcome = all.find((action) => action.key === key)
    if (!outcome || outcome.tried) return false
    for (const action of [outcome, ...all.filter(isPhotoOf(outcome))]) await change.remove(action)
    const { replaces } = outcome
    if (replaces && isOutcome(replaces)) {
      // The report may have been opened again meanwhile.
      const stopId = presentStopId(all, replaces.did.stopId)
      await change.put({ ...replaces, did: { ...replaces.did, stopId }, heldUntil: 0 })
    }
    return true
  })
}

const isPhotoOf =
  ({ key }: StoredAction) =>
  (action: StoredAction) =>
    isPhoto(action) && action.did.of === key

/** Removes refused actions, with the photos of outcomes. */
export function dismissRefusedActions(userId: string, refused: readonly StoredAction[]): Promise<void> {
  return changing(async (change) => {
    const all = change.ofUser(userId)
    for (const action of refused)
      for (const each of [action, ...all.filter(isPhotoOf(action))]) await change.remove(each)
  })
}

/** Queues refused outcomes again with the present time, for example after the clock was set. */
export function requeueOutcomes(userId: string, refused: readonly OutcomeAction[], at: string): Promise<void> {
  return changing(async (change) => {
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

/** Gives a stop its next id: its report was opened again. */
export function renameStop(userId: string, from: string, to: string): Promise<void> {
  return changing(async (change) => {
    for (const action of change.ofUser(userId)) {
      const { did, tried } = action
      // A tried command keeps its content under its key.
      const isFree = isWaiting(action) && (!tried || did.kind === 'photo')
      if (isFree && 'stopId' in did && did.stopId === from) await change.put({ ...action, did: { ...did, stopId: to } })
    }
  })
}

/** Returns the picture of a photo. */
export async function pictureOf(key: string): Promise<Blob | undefined> {
  const found: { blob: Blob } | undefined = await (await open()).get(PHOTOS, key)
  return found?.blob
}

/** Removes what was sent and is on the sheet by now, and photos of outcomes that were replaced. */
export async function removeConfirmedActions(userId: string, isShown: (sentAs: string) => boolean): Promise<void> {
  const isGone = ({ sentAs }: StoredAction) => sentAs !== undefined && isShown(sentAs)
  if (!(await actionsOf(userId)).some(isGone)) return
  await changing(async (change) => {
    const all = change.ofUser(userId)
    const isStale = (photo: PhotoAction) => replacementOf(photo, all)?.sentAs !== undefined
    for (const action of [...all.filter(isPhoto).filter(isStale), ...all.filter(isGone)]) await change.remove(action)
  })
}

/** The sheet as this phone knows it. */
export interface StoredSheet {
  userId: string
  sheet: Sheet
  /** Log position of the sheet. */
  position: string
  /** Stops of the load that is on its way to a site: they can be corrected. */
  carried: readonly Stop[]
  /** Collection of that load. */
  carriedFrom?: string | undefined
  /** Zone of a collection that somebody else ended; said until the driver dismisses it. */
  endedZone?: string | undefined
  /** Stop ids in the driver's own order. */
  order?: readonly string[] | undefined
}

export async function storedSheetOf(userId: string): Promise<StoredSheet | undefined> {
  return (await open()).get(SHEETS, userId)
}

/** Returns the sheet to store instead of the stored one; undefined if that one stays. */
export type SheetChange = (before: StoredSheet | undefined) => StoredSheet | undefined

/**
 * Changes what is stored now, in one transaction, so that no tab overwrites what another has stored meanwhile.
 * Returns the stored sheet.
 */
export async function changeSheet(userId: string, change: SheetChange): Promise<StoredSheet | undefined> {
  const transaction = (await open()).transaction(SHEETS, 'readwrite')
  const before: StoredSheet | undefined = await transaction.store.get(userId)
  const next = change(before)
  if (next) await transaction.store.put(next)
  await transaction.done
  return next ?? before
}

/** Removes the sheets of all users except one. */
export async function forgetSheets(except: string): Promise<void> {
  const transaction = (await open()).transaction(SHEETS, 'readwrite')
  for (const userId of await transaction.store.getAllKeys())
    if (userId !== except) await transaction.store.delete(userId)
  await transaction.done
}
