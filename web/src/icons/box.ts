import { createIcon } from './icon.ts'

export const IconBox = createIcon('M12 3l8 4.5l0 9l-8 4.5l-8 -4.5l0 -9l8 -4.5M12 12l8 -4.5M12 12l0 9M12 12l-8 -4.5')
