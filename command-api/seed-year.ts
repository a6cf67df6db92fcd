/** Lets what happened in a simulated city become history: each happening through its decider, at its own time. */
import type { Happening, Resident } from '#contract/happening.ts'
import { recommendAt } from '#contract/tables.ts'
import { register, userIdOf } from './accounts/register.ts'
import { bin, binStream } from './bin.ts'
import { markCollected } from './collections/mark-collected.ts'
import { isRejection } from './kernel/decider.ts'
import { type Envelope, handle } from './kernel/handle.ts'
import type { Kernel } from './kernel/kernel.ts'
import { reportBinFull } from './reports/report-bin-full.ts'

/** How many of each type were done, and how many of the types that the seed does not know. */
export interface Seeded {
  done: Partial<Record<Happening['type'], number>>
  leftOut: Partial<Record<Happening['type'], number>>
}

type OfType<T extends Happening['type']> = Extract<Happening, { type: T }>
type Do<T extends Happening['type']> = (kernel: Kernel, happening: OfType<T>, envelope: Envelope) => Promise<object>

/** No password has this hash: nobody can sign in as a simulated resident. */
const NO_PASSWORD = 'no password opens this'
const AT_ONCE = 200

/** The account's id of a simulated resident. */
export const residentId = ({ id }: Pick<Resident, 'id'>) => userIdOf(`seed/${id}`)
const DISPATCHER = userIdOf('seed/DISP001')

/**
 * Runs happenings, which must come in order of time. Command ids derive from theirs: repeated after a stop in the middle,
 * it goes on where it was. Residents act at once where each has one thing to do; everybody else waits for what came before.
 * Throws when a command is refused. `customers` are those of each zone, for what reporters are told.
 */
export async function seedYear(
  kernel: Kernel,
  happenings: Iterable<Happening>,
  customers: Readonly<Record<string, number>>,
): Promise<Seeded> {
  const doing = createDoing(customers)
  const seeded: Seeded = { done: {}, leftOut: {} }
  const together = new Map<string, Promise<void>>()
  const settle = async () => {
    await Promise.all(together.values())
    together.clear()
  }
  for (const one of happenings) {
    const act = doing[one.type] as Do<Happening['type']> | undefined
    const counts = act ? seeded.done : seeded.leftOut
    counts[one.type] = (counts[one.type] ?? 0) + 1
    if (!act) continue
    const key = 'resident' in one ? one.resident.id : undefined
    if (key === undefined || together.has(key) || together.size >= AT_ONCE) await settle()
    const running = run(kernel, one, act)
    if (key === undefined) await running
    else together.set(key, running)
  }
  await settle()
  return seeded
}

async function run(kernel: Kernel, happening: Happening, act: Do<Happening['type']>): Promise<void> {
  const actor = 'resident' in happening ? residentId(happening.resident) : DISPATCHER
  const envelope = { commandId: `seed/${happening.id}`, fingerprint: 'seed', actor }
  const answer = await act({ ...kernel, clock: () => happening.at }, happening, envelope)
  if (isRejection(answer)) throw new Error(`The seed was refused at ${happening.id}: ${answer.message}`)
}

/** How each type is done; what is not named is left out, and counted. */
function createDoing(customers: Readonly<Record<string, number>>): { [T in Happening['type']]?: Do<T> } {
  const open = new Map<string, number>()

  return {
    async SignUp(kernel, { resident }, envelope) {
      const userId = residentId(resident)
      // Before the account: a password that is there is not hashed, which would cost the seed minutes.
      if (!(await kernel.vault.credentials(userId))) await kernel.vault.setPassword(userId, NO_PASSWORD, 0)
      return register(kernel, { ...resident, userId, password: '', role: 'resident' }, envelope)
    },

    async ReportBinFull({ store, sealer, clock }, { resident, body }, envelope) {
      const { name, zone } = resident
      const userId = residentId(resident)
      const reportedCount = (open.get(zone) ?? 0) + 1
      open.set(zone, reportedCount)
      const total = customers[zone] ?? 0
      const told = { reportedCount, total, threshold: recommendAt(total) }
      const sealed = await sealer.seal(userId, { name, description: body.description })
      const decide = (state: typeof bin.initial) => reportBinFull({ userId, zone, sealed, told }, state, clock())
      return handle(store, binStream(userId), bin, decide, envelope)
    },

    async MarkAllCollected({ store, clock }, { body, zones, reporters }, envelope) {
      for (const zone of zones) open.set(zone, 0)
      const answers = await Promise.all(
        reporters.map((reporter) =>
          handle(
            store,
            binStream(residentId(reporter)),
            bin,
            (state) => {
              const reportId = state.open?.reportId ?? ''
              return markCollected({ reportId, collectedBy: DISPATCHER, siteId: body.dumpingSiteId }, state, clock())
            },
            envelope,
          ),
        ),
      )
      return answers.find(isRejection) ?? {}
    },
  }
}
