/** Sentences that describe the events of drivers. */

import { type Message, msg, plural } from '#contract/languages/message.ts'
import { toQuantityValue } from '#contract/languages/values.ts'
import type { StopException } from '#domain/stop-outcomes.ts'
import { appendDetails, describeReport, type EventSentences } from '../event-names.ts'
import type { driverEvents as events } from './events.ts'

const LEFT_BECAUSE: Record<StopException, Message> = {
  safety: msg`not safe`,
  delay: msg`delayed`,
  'no-access': msg`no access`,
  damage: msg`bin damaged`,
  overloaded: msg`bin too full`,
  'extra-item': msg`extra items`,
  special: msg`special waste`,
  contamination: msg`wrong waste`,
  'service-review': msg`service under review`,
  weight: msg`too heavy`,
  'no-payment': msg`no payment`,
  'not-out': msg`not out`,
}

export const driverEventSentences: EventSentences<keyof typeof events> = {
  DriverAssigned: ({ userId, vehicleId, assignedBy }, { person }) =>
    assignedBy === userId
      ? msg`${{ who: person(userId) }} took ${{ vehicleId }}`
      : msg`${{ by: person(assignedBy) }} assigned ${{ who: person(userId) }} to ${{ vehicleId }}`,
  DriverReleased: ({ userId, vehicleId, releasedBy }, { person }) =>
    releasedBy === userId
      ? msg`${{ who: person(userId) }} left ${{ vehicleId }}`
      : msg`${{ by: person(releasedBy) }} unassigned ${{ who: person(userId) }} from ${{ vehicleId }}`,
  DriverListClosed: ({ nextPart }) => msg`The list of drivers and their trucks continues in part ${{ part: nextPart }}`,
  DriverListOpened: ({ part, current }) =>
    msg`Part ${{ part }} of the list of drivers begins with ${plural({ drivers: current.length }, { one: '# driver', other: '# drivers' })}`,
  ShiftEnded: ({ userId, vehicleId, fuelLevel, odometer }, { person }) =>
    appendDetails(msg`${{ who: person(userId) }} ended a shift with ${{ vehicleId }}`, [
      fuelLevel !== undefined && msg`${{ litres: toQuantityValue(fuelLevel, 'L') }} in the tank`,
      odometer !== undefined && msg`${{ distance: toQuantityValue(odometer, 'km') }} on the odometer`,
    ]),
  StopServed: (
    { stopId, zone, vehicleId, outcome, exception, picture, sealedFix, metres, afterLoad, servedBy, servedAt },
    names,
  ) => {
    const [who, bin, at] = [names.person(servedBy), describeReport(stopId, names), names.moment(servedAt)]
    const served =
      outcome === 'collected' || exception === undefined
        ? msg`${{ who }} with ${{ vehicleId }} collected ${{ report: bin }} in ${{ zone }} at ${{ moment: at }}`
        : msg`${{ who }} with ${{ vehicleId }} did not collect ${{ report: bin }} in ${{ zone }} (${{ reason: LEFT_BECAUSE[exception] }}) at ${{ moment: at }}`
    return appendDetails(served, [
      picture !== undefined && msg`with a photo`,
      sealedFix !== undefined && (metres === undefined ? msg`with a location` : distanceText(metres)),
      picture === undefined && sealedFix === undefined && msg`without proof`,
      afterLoad && msg`recorded after the load had left`,
    ])
  },
}

const distanceText = (metres: number) => msg`${{ distance: toQuantityValue(metres, 'm') }} from the bin`
