/** Runs what policies send: each command goes to its decider, under an id that makes its repetition harmless. */
import { type SendSystemCommand, type SystemCommand, thresholdAlertId } from '#contract/system-commands.ts'
import { finishErasure } from './accounts/delete-account.ts'
import { type Decision, isRejection } from './kernel/decider.ts'
import { handle } from './kernel/handle.ts'
import type { Kernel } from './kernel/kernel.ts'
import { archiveNotification } from './notifications/archive-notification.ts'
import { type NotificationState, notification, notificationStream } from './notifications/notification.ts'
import { raiseThresholdAlert } from './notifications/raise-threshold-alert.ts'

/** Sends system commands in this process. Throws when one is refused, so that its job is tried again and seen. */
export function createSystemCommands(kernel: Kernel): SendSystemCommand {
  const { store, clock } = kernel

  async function onNotification(id: string, commandId: string, decide: (state: NotificationState) => Decision) {
    const envelope = { commandId, fingerprint: 'system', actor: 'system' }
    const handled = await handle(store, notificationStream(id), notification, decide, envelope)
    if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
  }

  return async (commandId: string, command: SystemCommand) => {
    switch (command.type) {
      case 'RaiseThresholdAlert':
        return onNotification(thresholdAlertId(command.zone, command.cycle), commandId, (state) =>
          raiseThresholdAlert(command, state, clock()),
        )
      case 'ArchiveThresholdAlert':
        return onNotification(thresholdAlertId(command.zone, command.cycle), commandId, (state) =>
          archiveNotification({ by: 'system' }, state, clock()),
        )
      case 'FinishErasure':
        return finishErasure(kernel, command.userId)
    }
  }
}
