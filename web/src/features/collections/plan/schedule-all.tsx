/** All that is recommended with one click. */
import { ScheduleButton, type ScheduleButtonProps } from './schedule-button.tsx'

export const ScheduleAll = ({ plans }: Pick<ScheduleButtonProps, 'plans'>) => (
  <ScheduleButton plans={plans}>Schedule all</ScheduleButton>
)
