/** Fixed sorting guidelines for the day of a collection. */
import { IconLeaf, IconRecycle, IconTrash, IconWashMachine } from '@tabler/icons-react'
import { Advice, Panel } from '#web/ui/page.tsx'

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
      <Advice pieces={guidelines} />
    </Panel>
  )
}
