/** Buttons over a map. */
import { t } from '@lingui/core/macro'
import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { MapLibreMap } from 'maplibre-gl'
import type { ReactNode } from 'react'
import classes from './map-controls.module.css'

interface MapControlsProps {
  map: MapLibreMap
  /** Further buttons, shown below the zoom buttons. */
  children?: ReactNode
}

export const MapControls = ({ map, children }: MapControlsProps) => (
  <div className={classes.controls}>
    <MapControl label={t`Zoom in`} icon={IconPlus} press={() => map.zoomIn()} />
    <MapControl label={t`Zoom out`} icon={IconMinus} press={() => map.zoomOut()} />
    {children}
  </div>
)

interface MapControlProps {
  label: string
  icon: typeof IconPlus
  press(): void
}

export const MapControl = ({ label, icon: Icon, press }: MapControlProps) => (
  <ActionIcon variant="default" size={32} className={classes.control} aria-label={label} onClick={press}>
    <Icon size={16} aria-hidden="true" />
  </ActionIcon>
)
