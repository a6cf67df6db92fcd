import { createIcon } from './icon.ts'

export const IconHistory = createIcon('M12 8l0 4l2 2M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5')
