import { createIcon } from './icon.ts'

export const IconClockCheck = createIcon('M20.942 13.021a9 9 0 1 0 -9.407 7.967M12 7v5l3 3M15 19l2 2l4 -4')
