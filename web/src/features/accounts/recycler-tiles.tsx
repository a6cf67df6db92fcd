/** Permissions of a recycler's account. */
import { IconBellRinging, IconChartPie, IconRecycle } from '@tabler/icons-react'
import { Panel } from '#web/components/panel.tsx'
import classes from './account.module.css'

const tiles = [
  { icon: IconRecycle, title: 'Active Recycler', text: 'You see both dumping sites and what is on its way to them.' },
  { icon: IconChartPie, title: 'Analytics Access', text: 'Composition, trends and forecasts of every site.' },
  {
    icon: IconBellRinging,
    title: 'Real-time Alerts',
    text: 'New measurements and full sites reach you as they happen.',
  },
]

export function RecyclerTiles() {
  return (
    <Panel title="Your access">
      <ul className={classes.tiles}>
        {tiles.map(({ icon: Icon, title, text }) => (
          <li key={title} className={classes.tile}>
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            <div>
              <p className={classes.tileTitle}>{title}</p>
              <p className={classes.hint}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
