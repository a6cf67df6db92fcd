/**
 * Switches simulated activity on when seeding, through the dispatcher's decider.
 * Leaves a saved configuration as it is.
 */

import { type ConfigurationState, configuration } from '#command-api/aggregates/configuration.ts'
import { handle } from '#command-api/kernel/handle.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { readConfiguration } from '#command-api/lookups/configuration.ts'
import { saveConfiguration } from '#command-api/settings/save-configuration.ts'
import { isRejection } from '#contract/http/problems.ts'

export async function enableSimulatedActivity(kernel: Kernel): Promise<void> {
  const initially = await readConfiguration(await kernel.rows.upToNow('configuration'))
  const command = { config: { simulatedActivity: true }, initially, needed: {}, changedBy: 'system' }
  const decide = (state: ConfigurationState) =>
    state.version > 0 ? [] : saveConfiguration(command, state, kernel.clock())
  const envelope = { commandId: 'seed/simulated-activity', fingerprint: 'seed', actor: 'system' }
  const handled = await handle(kernel.store, configuration.stream(), configuration, decide, envelope)
  if (isRejection(handled)) throw new Error(`The seed was refused: ${handled.message}`)
}
