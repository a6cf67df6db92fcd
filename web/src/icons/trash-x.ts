import { createIcon } from './icon.ts'

export const IconTrashX = createIcon(
  'M4 7h16M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3M10 12l4 4m0 -4l-4 4',
)
