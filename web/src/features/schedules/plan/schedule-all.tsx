/** Button that schedules all recommended plans. */
import { ScheduleButton, type ScheduleButtonProps } from './schedule-button.tsx'

export const ScheduleAll = ({ plans }: Pick<ScheduleButtonProps, 'plans'>) => (
  <ScheduleButton plans={plans}>Schedule all</ScheduleButton>
)
