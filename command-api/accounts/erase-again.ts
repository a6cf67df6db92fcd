/** EraseAgain: at start, whoever the log says was erased is erased in this vault too, which may have come back from a backup. */
import {
  type EventStore,
  isKnown,
  type LoggedEvent,
  type Position,
  type RecordedEvent,
  START,
} from '#platform/event-store/event-store.ts'
import { driverKey } from '#rules/planning.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { finishErasure } from './delete-account.ts'

/** Up to where the vault has followed the log. It lies in the vault: an older vault has an older one. */
const NOTE = 'erased-up-to'

interface Ports {
  store: Pick<EventStore, 'readStream'>
  vault: Pick<Kernel['vault'], 'note'>
}

interface Mark {
  position: Position
  stream: string
  revision: number
  id: string
}

/** To be done before anybody is answered. Reads only what came since the vault was last at it. */
export async function eraseAgain(kernel: Kernel): Promise<void> {
  const { store, vault } = kernel
  const erased = new Set<string>()
  let last: LoggedEvent | undefined
  for await (const { events, caughtUp } of store.follow(await followedTo(kernel), new AbortController().signal)) {
    for (const event of events) {
      const personId = isKnown(event) ? erasedBy(event) : undefined
      if (personId) erased.add(personId)
    }
    last = events.at(-1) ?? last
    if (caughtUp) break
  }
  const done = await vault.erasedAmong([...erased])
  for (const personId of erased) if (!done.has(personId)) await finishErasure(kernel, personId)
  if (!last) return
  const { position, stream, revision, id } = last
  await vault.setNote(NOTE, JSON.stringify({ position, stream, revision, id } satisfies Mark))
}

/** The beginning, when the log is not the one, or not as far, as it was when the vault followed it. */
async function followedTo(ports: Ports): Promise<Position> {
  const mark = await readMark(ports)
  return mark && (await isInLog(ports, mark)) ? mark.position : START
}

/** The event that the vault has followed the log to, where the log lacks it. */
export async function lostMark(ports: Ports): Promise<Mark | undefined> {
  const mark = await readMark(ports)
  return mark && !(await isInLog(ports, mark)) ? mark : undefined
}

async function readMark({ vault }: Ports): Promise<Mark | undefined> {
  const note = await vault.note(NOTE)
  return note === undefined ? undefined : JSON.parse(note)
}

async function isInLog({ store }: Ports, { position, stream, revision, id }: Mark): Promise<boolean> {
  const there = (await store.readStream(stream))[revision]
  return there?.id === id && there.position === position
}

/** Whose secrets go with this event; a deleted truck's driver goes too. */
function erasedBy({ type, data }: RecordedEvent): string | undefined {
  if (type === 'AccountErased') return data.userId
  return type === 'VehicleRemoved' ? driverKey(data.vehicleId) : undefined
}
