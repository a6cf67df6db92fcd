/**
 * Test page that shows one picture.
 * The page's address contains the picture's URL.
 */
import '../../../web/src/app/styles.ts'
import { I18nProvider } from '@lingui/react'
import { Button, MantineProvider } from '@mantine/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import type { User } from '#contract/views.ts'
import { ToastList } from '#web/app/shell/deferred.tsx'
import { cssVariablesResolver, theme } from '#web/app/theme.ts'
import { createStore } from '#web/lib/api/api.ts'
import { Picture } from '#web/lib/api/pictures.tsx'
import { sessionStarted } from '#web/lib/api/session.ts'
import { i18n } from '#web/lib/language/language.tsx'
import { useDownload } from '#web/ui/downloads.tsx'
import { PictureViewer } from '#web/ui/picture-viewer.tsx'

const asked = new URLSearchParams(location.search)
const url = asked.get('url') ?? ''
const store = createStore()
store.dispatch(sessionStarted({ user: {} as User, token: asked.get('token') ?? '' }))

function Page() {
  const [opened, setOpened] = useState(false)
  const [shown, setShown] = useState(true)
  const { message, busy, download } = useDownload()
  const actions = (
    <>
      <Button onClick={() => setOpened(true)}>Zoom</Button>
      <Button disabled={busy} onClick={() => void download(url, 'waste-analysis-north-2026-03-04.jpg')}>
        Download
      </Button>
    </>
  )
  return (
    <main>
      <h1>Pictures</h1>
      {shown && <Picture url={url} alt="What lies there" width={300} actions={actions} />}
      <PictureViewer
        opened={opened}
        close={() => setOpened(false)}
        url={url}
        alt="What lies there"
        title="Image Zoom"
        caption="As it was analysed"
      />
      <p role="note">{message}</p>
      <Button onClick={() => setShown(!shown)}>Toggle</Button>
      <div style={{ height: 3_000 }} />
    </main>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <I18nProvider i18n={i18n}>
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="dark"
        deduplicateCssVariables={false}
      >
        <ToastList />
        <Page />
      </MantineProvider>
    </Provider>
  </I18nProvider>,
)
