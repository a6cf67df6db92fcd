/** Tests run from the repository's root, with the web app's source seen as the browser's build sees it. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['**/*.test.ts', '**/*.test.tsx'], exclude: ['**/node_modules/**', 'dist/**'] },
})
