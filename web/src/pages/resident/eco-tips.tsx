/** Four fixed tips. */
import { IconBottle, IconBox, IconRecycle, IconTrashX } from '@tabler/icons-react'
import { Advice } from '#web/components/advice.tsx'
import { Panel } from '#web/components/panel.tsx'

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
      <Advice pieces={tips} />
    </Panel>
  )
}
