import { createIcon } from './icon.ts'

export const IconWashMachine = createIcon(
  'M5 5a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2l0 -14M8 14a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M8 6h.01M11 6h.01M14 6h2M8 14c1.333 -.667 2.667 -.667 4 0c1.333 .667 2.667 .667 4 0',
)
