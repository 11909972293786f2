{{/* image reference of one component */}}
{{- define "darsi.image" -}}
{{- .root.Values.images.registry }}/{{ .name }}:{{ get .root.Values.images.tags .name | default .root.Values.images.tag }}
{{- end }}

{{- define "darsi.labels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/part-of: darsi
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}

{{- define "darsi.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}

{{- define "darsi.podSecurity" -}}
{{- with .root.Values.images.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.scheduling.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.scheduling.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.scheduling.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.scheduling.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
automountServiceAccountToken: false
terminationGracePeriodSeconds: 45
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: topology.kubernetes.io/zone
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "darsi.selector" . | nindent 8 }}
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "darsi.selector" . | nindent 8 }}
{{- end }}

{{- define "darsi.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* rules that let out to servers in the cluster and outside; it: namespace, cidrs, ports */}}
{{- define "darsi.egress" -}}
{{- $ports := .ports }}
{{- with .namespace }}
- to: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: {{ . }} } } }]
  ports:
    {{- range $ports }}
    - { port: {{ . }} }
    {{- end }}
{{- end }}
{{- with .cidrs }}
- to:
    {{- range . }}
    - { ipBlock: { cidr: {{ . }} } }
    {{- end }}
  ports:
    {{- range $ports }}
    - { port: {{ . }} }
    {{- end }}
{{- end }}
{{- end }}

{{/* grows by CPU; it: root, name, replicas */}}
{{- define "darsi.autoscaler" -}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .name }}
  labels: {{- include "darsi.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ .name }} }
  minReplicas: {{ .replicas.min }}
  maxReplicas: {{ .replicas.max }}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } }
{{- end }}
