/** Menu that rebuilds the data of a view. */
import '#web/components/inputs.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { POLICIES_TARGET } from '#contract/audit/rebuilds.ts'
import type { ViewState } from '#contract/views.ts'
import { dataWords } from './data-words.ts'
import classes from './operations.module.css'
import { useOperation } from './use-operation.ts'

export const isUnderWay = ({ rebuild }: ViewState) => rebuild !== undefined && rebuild.state !== 'done'

export function RebuildMenu({ views }: { views: readonly ViewState[] }) {
  const [target, setTarget] = useState(views[0]?.id ?? POLICIES_TARGET)
  const { pending, start } = useOperation({ rebuild: target })
  const chosen = views.find(({ id }) => id === target)
  return (
    <div className={classes.rebuild}>
      <NativeSelect
        aria-label="What to rebuild"
        size="sm"
        data={[...views.map(({ id }) => id), POLICIES_TARGET].map((value) => ({ value, label: dataWords(value) }))}
        value={target}
        onChange={({ currentTarget }) => setTarget(currentTarget.value)}
      />
      <Button
        variant="default"
        mih={44}
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        loading={pending || (chosen !== undefined && isUnderWay(chosen))}
        onClick={start}
      >
        Rebuild
      </Button>
    </div>
  )
}
