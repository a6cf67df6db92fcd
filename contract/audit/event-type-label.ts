/** Formats event types as labels of filters and rows. */

/** Labels of event types whose own words are not clear to people. */
export const EVENT_TYPE_LABELS: ReadonlyMap<string, string> = new Map([
  ['AccountReassigned', 'Role or zone changed'],
  ['BinPlaced', 'Bin located'],
  ['BurstCleared', 'Reports accepted'],
  ['BurstFlagged', 'Reports flagged'],
  ['CheckpointMailed', 'Checkpoint emailed'],
  ['DeliveryMoved', 'Delivery updated'],
  ['DispatchAbandoned', 'Truck did not leave'],
  ['DriverReleased', 'Driver unassigned'],
  ['ErasureFinished', 'Personal data erased'],
  ['FindingMoved', 'Finding updated'],
  ['FindingRaised', 'Finding reported'],
  ['ForecastScored', 'Forecast checked'],
  ['IdentityReleased', 'Sign-in name freed'],
  ['IdentityReserved', 'Sign-in name reserved'],
  ['InstallationFounded', 'Installation created'],
  ['KeyClaimed', 'Command noted'],
  ['MailServerSet', 'Mail setup changed'],
  ['MaterialHeadRefitted', 'Detector trained'],
  ['NotificationMailed', 'Notification emailed'],
  ['NotificationPushed', 'Push notification sent'],
  ['NotificationTextBegun', 'SMS given to the gateway'],
  ['NotificationTextRefused', 'SMS refused by gateway'],
  ['NotificationTexted', 'SMS notification result'],
  ['NotificationUndelivered', 'SMS did not arrive'],
  ['PersonOpened', 'Name viewed'],
  ['PushSwitchedOff', 'Push notifications off'],
  ['PushSwitchedOn', 'Push notifications on'],
  ['RefitFailed', 'Training failed'],
  ['RefitRequested', 'Training requested'],
  ['RegistrationAbandoned', 'Sign-up not completed'],
  ['ResidentsMoveBegun', 'Move of residents started'],
  ['SecondFactorDropped', 'Two-step sign-in removed'],
  ['SecurityNoted', 'Security log entry'],
  ['StopServed', 'Stop recorded'],
])

/** Returns a label such as 'Bin reported full' for the type BinReportedFull. */
export function eventTypeLabel(type: string): string {
  const label = EVENT_TYPE_LABELS.get(type)
  if (label !== undefined) return label
  const words = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
