/** Replacements for a forecast: in progress, unavailable, or not enough data. */
import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import { Panel } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import classes from './forecasts.module.css'

export function AnalysisInProgress() {
  return (
    <Panel title="ML Analysis in Progress" busy>
      <div className={classes.state} role="status">
        <Loader size={28} aria-hidden="true" />
        <p className={classes.subtitle}>Please Wait</p>
        <p className={classes.note}>The ML service may take up to 60 seconds to wake up if it&apos;s been idle...</p>
      </div>
    </Panel>
  )
}

export function ForecastUnavailable({ message, retry }: { message: string; retry(): void }) {
  return (
    <Panel title="Forecast Unavailable">
      <div className={classes.state} role="alert">
        <IconAlertTriangle size={28} stroke={1.5} aria-hidden="true" />
        <p className={classes.subtitle}>{message}</p>
        <Button variant="default" mih={44} onClick={retry}>
          Try Again
        </Button>
      </div>
    </Panel>
  )
}

export function NotEnoughHistory({ message }: { message: string }) {
  return (
    <Panel title="Tomorrow's Forecast">
      <EmptyState icon={IconHourglass} title="Not enough history yet">
        {message}
      </EmptyState>
    </Panel>
  )
}
