/** Four ways to help, always the same. */

import { Advice } from '#web/components/advice.tsx'
import { Panel } from '#web/components/panel.tsx'
import { IconBottle } from '#web/icons/bottle.ts'
import { IconBox } from '#web/icons/box.ts'
import { IconRecycle } from '#web/icons/recycle.ts'
import { IconTrashX } from '#web/icons/trash-x.ts'

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
