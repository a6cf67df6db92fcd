/** Four ways to help, always the same. */
import { IconBottle, IconBox, IconRecycle, IconTrashX } from '@tabler/icons-react'
import { Panel } from '#web/components/panel.tsx'
import classes from './resident.module.css'

const tips = [
  {
    icon: IconTrashX,
    title: 'Separate Materials',
    text: 'Keep plastic, paper, glass and metal apart from food waste.',
  },
  { icon: IconBottle, title: 'Clean Containers', text: 'A quick rinse keeps what is recycled worth recycling.' },
  { icon: IconBox, title: 'Flatten Boxes', text: 'Flat cardboard leaves room for more, and for fewer trips.' },
  { icon: IconRecycle, title: 'Check Symbols', text: 'The number in the triangle tells which plastic it is.' },
]

export function EcoTips() {
  return (
    <Panel title="Eco Tips">
      <ul className={classes.tips}>
        {tips.map(({ icon: Icon, title, text }) => (
          <li key={title} className={classes.tip}>
            <Icon size={22} stroke={1.6} aria-hidden="true" />
            <div>
              <h3 className={classes.tipTitle}>{title}</h3>
              <p className={classes.hint}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
