import { createIcon } from './icon.ts'

export const IconReport = createIcon(
  'M8 5h-2a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h5.697M18 14v4h4M18 11v-4a2 2 0 0 0 -2 -2h-2M8 5a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2M14 18a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M8 11h4M8 15h3',
)
