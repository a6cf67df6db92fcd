/** Commands that only the installation itself sends: what policies decide, and the seed. */
import { z } from 'zod'
import { ZONES } from './city.ts'

const zone = z.enum(ZONES)

/** A zone has reached its threshold in this collection cycle: tell the dispatchers, once. */
export const RaiseThresholdAlert = z.object({
  type: z.literal('RaiseThresholdAlert'),
  zone,
  cycle: z.int().min(1),
  reports: z.int().min(1),
  required: z.int().min(1),
})

/** The reports of a cycle were collected: its alert belongs to the past. */
export const ArchiveThresholdAlert = z.object({
  type: z.literal('ArchiveThresholdAlert'),
  zone,
  cycle: z.int().min(1),
})

/** A person was erased: whatever secrets a crash may have left of them go too. */
export const FinishErasure = z.object({ type: z.literal('FinishErasure'), userId: z.string().min(1) })

export const SystemCommand = z.discriminatedUnion('type', [RaiseThresholdAlert, ArchiveThresholdAlert, FinishErasure])
export type SystemCommand = z.infer<typeof SystemCommand>

/** A system command with the id that makes its repetition harmless. */
export const SystemRequest = z.object({ commandId: z.string().min(1).max(200), command: SystemCommand })

/** Sends a system command: in process when embedded, over HTTP otherwise. Throws when it was not accepted. */
export type SendSystemCommand = (commandId: string, command: SystemCommand) => Promise<void>

/** The id of the one alert that a zone gets in a cycle. */
export const thresholdAlertId = (zoneName: string, cycle: number) =>
  `threshold-${zoneName.toLowerCase().replaceAll(' ', '-')}-${cycle}`
