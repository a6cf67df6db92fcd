/** What of the frame is fetched after the first screen, in one file: toasts, what tells of a lost connection, and of a screen that it keeps away. */
export { ConnectionStrip } from './connection-strip.tsx'
export { ToastList } from './toast-list.tsx'
export { UnfetchedScreen } from './unfetched-screen.tsx'
