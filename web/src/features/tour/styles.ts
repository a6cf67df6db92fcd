/** Mantine's styles for the tour's page, including those of the signed-in frame. */
import '@mantine/core/styles/Alert.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
