import { createIcon } from './icon.ts'

export const IconTableDown = createIcon(
  'M12.5 21h-7.5a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v7.5M3 10h18M10 3v18M19 16v6M22 19l-3 3l-3 -3',
)
