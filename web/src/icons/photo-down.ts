import { createIcon } from './icon.ts'

export const IconPhotoDown = createIcon(
  'M15 8h.01M12.5 21h-6.5a3 3 0 0 1 -3 -3v-12a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v6.5M3 16l5 -5c.928 -.893 2.072 -.893 3 0l4 4M14 14l1 -1c.653 -.629 1.413 -.815 2.13 -.559M19 16v6M22 19l-3 3l-3 -3',
)
