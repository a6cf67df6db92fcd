import { createIcon } from './icon.ts'

export const IconPhotoScan = createIcon(
  'M15 8h.01M6 13l2.644 -2.644a1.21 1.21 0 0 1 1.712 0l3.644 3.644M13 13l1.644 -1.644a1.21 1.21 0 0 1 1.712 0l1.644 1.644M3 7v-2a2 2 0 0 1 2 -2h2M3 17v2a2 2 0 0 0 2 2h2M17 3h2a2 2 0 0 1 2 2v2M17 21h2a2 2 0 0 0 2 -2v-2',
)
