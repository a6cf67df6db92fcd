import { createIcon } from './icon.ts'

export const IconGasStation = createIcon(
  'M14 11h1a2 2 0 0 1 2 2v3a1.5 1.5 0 0 0 3 0v-7l-3 -3M4 20v-14a2 2 0 0 1 2 -2h6a2 2 0 0 1 2 2v14M3 20l12 0M18 7v1a1 1 0 0 0 1 1h1M4 11l10 0',
)
