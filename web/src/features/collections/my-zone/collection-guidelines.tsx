/** What belongs in which bin on the day of a collection, always the same. */
import { IconLeaf, IconRecycle, IconTrash, IconWashMachine } from '@tabler/icons-react'
import { Panel } from '#web/components/panel.tsx'
import classes from './schedules.module.css'

const guidelines = [
  {
    icon: IconTrash,
    title: 'General Waste',
    text: 'Tie it up in bags and close the lid, so that rain and animals stay out.',
  },
  {
    icon: IconRecycle,
    title: 'Recyclables',
    text: 'Plastic, paper, glass and metal clean and dry, apart from everything else.',
  },
  {
    icon: IconLeaf,
    title: 'Organic Waste',
    text: 'Food and garden waste in its own bin, without plastic bags.',
  },
  {
    icon: IconWashMachine,
    title: 'Special Items',
    text: 'Batteries, electronics and large items stay out of the bins: name them in your report.',
  },
]

export function CollectionGuidelines() {
  return (
    <Panel title="Collection Guidelines">
      <ul className={classes.guidelines}>
        {guidelines.map(({ icon: Icon, title, text }) => (
          <li key={title} className={classes.guideline}>
            <Icon size={22} stroke={1.6} aria-hidden="true" />
            <div>
              <h3 className={classes.guidelineTitle}>{title}</h3>
              <p className={classes.zone}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
