// Command kubebox runs one component of a Kubernetes cluster, which its first argument names:
//
//	kubebox etcd | kube-apiserver | kube-scheduler | kube-controller-manager | kwok  [flags]
//	kubebox kwok-stages
//
// The last prints the stages that KWOK publishes for nodes and pods. The components share most of
// their packages, so one program is linked faster and is much smaller than five.
package main

import (
	"fmt"
	"os"
	"strings"
	_ "time/tzdata"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	nodestages "sigs.k8s.io/kwok/kustomize/stage/node/fast"
	leasestages "sigs.k8s.io/kwok/kustomize/stage/node/heartbeat-with-lease"
	podstages "sigs.k8s.io/kwok/kustomize/stage/pod/fast"
	kwokconfig "sigs.k8s.io/kwok/pkg/config"
	kwok "sigs.k8s.io/kwok/pkg/kwok/cmd"
	kwoklog "sigs.k8s.io/kwok/pkg/log"
	kwoksignals "sigs.k8s.io/kwok/pkg/utils/signals"
)

const usage = "usage: kubebox etcd|kube-apiserver|kube-scheduler|kube-controller-manager|kwok|kwok-stages [flags]"

func main() {
	if len(os.Args) < 2 {
		fail(usage)
	}
	component := os.Args[1]
	// Each component parses os.Args itself.
	os.Args = append([]string{os.Args[0]}, os.Args[2:]...)
	switch component {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		run(apiserver.NewAPIServerCommand)
	case "kube-scheduler":
		run(func() *cobra.Command { return scheduler.NewSchedulerCommand() })
	case "kube-controller-manager":
		run(controllermanager.NewControllerManagerCommand)
	case "kwok":
		runKwok()
	case "kwok-stages":
		fmt.Println(strings.Join([]string{
			nodestages.DefaultNodeInit,
			leasestages.DefaultNodeHeartbeatWithLease,
			podstages.DefaultPodReady,
			podstages.DefaultPodComplete,
			podstages.DefaultPodDelete,
		}, "\n---\n"))
	default:
		fail(usage)
	}
}

// run takes a constructor because creating a command registers process-wide feature gates, which
// must happen for one component only.
func run(newCommand func() *cobra.Command) {
	os.Exit(cli.Run(newCommand()))
}

// runKwok loads KWOK's configuration before its command is created, because the command takes its
// defaults from it.
func runKwok() {
	flags := pflag.NewFlagSet("kwok", pflag.ContinueOnError)
	flags.ParseErrorsAllowlist.UnknownFlags = true
	flags.Usage = func() {}
	ctx, _ := kwoklog.InitFlags(kwoksignals.SetupSignalContext(), flags)
	ctx, err := kwokconfig.InitFlags(ctx, flags)
	if err != nil {
		fail(err.Error())
	}
	command := kwok.NewCommand(ctx)
	// Cobra's own --version flag conflicts with the one that Kubernetes registers.
	command.Version = ""
	command.PersistentFlags().AddFlagSet(flags)
	if err := command.ExecuteContext(ctx); err != nil {
		fail(err.Error())
	}
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(2)
}
