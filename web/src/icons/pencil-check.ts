import { createIcon } from './icon.ts'

export const IconPencilCheck = createIcon(
  'M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4M13.5 6.5l4 4M15 19l2 2l4 -4',
)
