/** Made by build-catalog.mjs from a dump of 2026-11-21; README.md says what is in it. */
export const ec2Catalog: string = `type	vcpus	cores	memoryMiB	architectures	manufacturer	clockGhz	gpus	accelerators	nvmeGb	localDiskGb	networkMbps	networkPerformance	ebsMaximumMbps	ebsBaselineMbps	interfaces	interfacesOnCard0	ipv4PerInterface	networkCards	efaInterfaces	hypervisor	usageClasses	virtualization	flags	us-east-1:zones	us-east-1:onDemandMicroUsd	us-east-1:estimated	us-east-1:spotSaving	eu-west-1:zones	eu-west-1:onDemandMicroUsd	eu-west-1:estimated	eu-west-1:spotSaving
a1.2xlarge	8	8	16384	arm64	AWS	2.3					2500	Up to 10 Gigabit	3500	1750	4	4	15	1	0	nitro	on-demand,spot	hvm		abc	204000		0	bc	230400		0
a1.4xlarge	16	16	32768	arm64	AWS	2.3					5000	Up to 10 Gigabit	3500	3500	8	8	30	1	0	nitro	on-demand,spot	hvm		abc	408000		0	bc	460800		0
a1.large	2	2	4096	arm64	AWS	2.3					750	Up to 10 Gigabit	3500	525	3	3	10	1	0	nitro	on-demand,spot	hvm		abc	51000		0	bc	57600		0
a1.medium	1	1	2048	arm64	AWS	2.3					500	Up to 10 Gigabit	3500	300	2	2	4	1	0	nitro	on-demand,spot	hvm		abc	25500		0	bc	28800		0
a1.metal	16	16	32768	arm64	AWS	2.3					5000	Up to 10 Gigabit	3500	3500	8	8	30	1	0		on-demand,spot	hvm	m	abc	408000		0	bc	461000		0
a1.xlarge	4	4	8192	arm64	AWS	2.3					1250	Up to 10 Gigabit	3500	800	4	4	15	1	0	nitro	on-demand,spot	hvm		abc	102000		0	bc	115200		0
c1.medium	2	2	1740	i386,x86_64	Intel					350	300	Moderate			2	2	6	1	0	xen	on-demand,spot	hvm,paravirtual		abcd	130000		70	abc	148000		54
c1.xlarge	8	8	7168	x86_64	Intel					1680	1000	High	1000	1000	4	4	15	1	0	xen	on-demand,spot	hvm,paravirtual		abcd	520000		59	abc	592000		55
c3.2xlarge	8	4	15360	x86_64	Intel	2.8				160	1000	High	1000	1000	4	4	15	1	0	xen	on-demand,spot	hvm,paravirtual		abce	420000		53	abc	478000		53
c3.4xlarge	16	8	30720	x86_64	Intel	2.8				320	2000	High	2000	2000	8	8	30	1	0	xen	on-demand,spot	hvm,paravirtual		abce	840000		41	abc	956000		56
c3.8xlarge	32	16	61440	x86_64	Intel	2.8				640	10000	10 Gigabit			8	8	30	1	0	xen	on-demand,spot	hvm,paravirtual		abce	1680000		65	abc	1912000		54
c3.large	2	1	3840	i386,x86_64	Intel	2.8				32	500	Moderate			3	3	10	1	0	xen	on-demand,spot	hvm,paravirtual		abce	105000		70	abc	120000		55
c3.xlarge	4	2	7680	x86_64	Intel	2.8				80	700	Moderate	500	500	4	4	15	1	0	xen	on-demand,spot	hvm,paravirtual		abce	210000		58	abc	239000		53
c4.2xlarge	8	4	15360	x86_64	Intel	2.9					2500	High	1000	1000	4	4	15	1	0	xen	on-demand,spot	hvm		abcdef	398000		54	abc	453000		55
c4.4xlarge	16	8	30720	x86_64	Intel	2.9					5000	High	2000	2000	8	8	30	1	0	xen	on-demand,spot	hvm		abcdef	796000		56	abc	905000		54
c4.8xlarge	36	18	61440	x86_64	Intel	2.9					10000	10 Gigabit	4000	4000	8	8	30	1	0	xen	on-demand,spot	hvm		abcdef	1591000		63	abc	1811000		55
c4.large	2	1	3840	x86_64	Intel	2.9					625	Moderate	500	500	3	3	10	1	0	xen	on-demand,spot	hvm		abcdef	100000		52	abc	113000		55
c4.xlarge	4	2	7680	x86_64	Intel	2.9					1250	High	750	750	4	4	15	1	0	xen	on-demand,spot	hvm		abcdef	199000		63	abc	226000		55
c5.12xlarge	48	24	98304	x86_64	Intel	3.6					12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm		abcdf	2040000		67	abc	2304000		56
c5.18xlarge	72	36	147456	x86_64	Intel	3.4					25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm		abcdf	3060000		72	abc	3456000		56
c5.24xlarge	96	48	196608	x86_64	Intel	3.6					25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm		abcdf	4080000		73	abc	4608000		55
c5.2xlarge	8	4	16384	x86_64	Intel	3.4					2500	Up to 10 Gigabit	4750	2300	4	4	15	1	0	nitro	on-demand,spot	hvm		abcdf	340000		56	abc	384000		51
c5.4xlarge	16	8	32768	x86_64	Intel	3.4					5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm		abcdf	680000		66	abc	768000		56
c5.9xlarge	36	18	73728	x86_64	Intel	3.4					12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm		abcdf	1530000		58	abc	1728000		56
c5.large	2	1	4096	x86_64	Intel	3.4					750	Up to 10 Gigabit	4750	650	3	3	10	1	0	nitro	on-demand,spot	hvm		abcdf	85000		59	abc	96000		54
c5.metal	96	48	196608	x86_64	Intel	3.6					25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	m	abcdf	4080000		77	abc	4608000		54
c5.xlarge	4	2	8192	x86_64	Intel	3.4					1250	Up to 10 Gigabit	4750	1150	4	4	15	1	0	nitro	on-demand,spot	hvm		abcdf	170000		56	abc	192000		51
c5a.12xlarge	48	24	98304	x86_64	AMD	3.3					12000	12 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1848000		59	abc	2064000		56
c5a.16xlarge	64	32	131072	x86_64	AMD	3.3					20000	20 Gigabit	6300	6300	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2464000		57	abc	2752000		53
c5a.24xlarge	96	48	196608	x86_64	AMD	3.3					20000	20 Gigabit	9500	9500	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3696000		61	abc	4128000		54
c5a.2xlarge	8	4	16384	x86_64	AMD	3.3					2500	Up to 10 Gigabit	3170	800	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	308000		53	abc	344000		51
c5a.4xlarge	16	8	32768	x86_64	AMD	3.3					5000	Up to 10 Gigabit	3170	1580	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	616000		54	abc	688000		51
c5a.8xlarge	32	16	65536	x86_64	AMD	3.3					10000	10 Gigabit	3170	3170	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1232000		56	abc	1376000		52
c5a.large	2	1	4096	x86_64	AMD	3.3					750	Up to 10 Gigabit	3170	200	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	77000		59	abc	86000		51
c5a.xlarge	4	2	8192	x86_64	AMD	3.3					1250	Up to 10 Gigabit	3170	400	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	154000		50	abc	172000		42
c5ad.12xlarge	48	24	98304	x86_64	AMD	3.3			1800	1800	12000	12 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2064000		58	abc	2352000		54
c5ad.16xlarge	64	32	131072	x86_64	AMD	3.3			2400	2400	20000	20 Gigabit	6300	6300	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2752000		55	abc	3136000		55
c5ad.24xlarge	96	48	196608	x86_64	AMD	3.3			3800	3800	20000	20 Gigabit	9500	9500	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4128000		60	abc	4704000		55
c5ad.2xlarge	8	4	16384	x86_64	AMD	3.3			300	300	2500	Up to 10 Gigabit	3170	800	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	344000		46	abc	392000		50
c5ad.4xlarge	16	8	32768	x86_64	AMD	3.3			600	600	5000	Up to 10 Gigabit	3170	1580	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	688000		51	abc	784000		54
c5ad.8xlarge	32	16	65536	x86_64	AMD	3.3			1200	1200	10000	10 Gigabit	3170	3170	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1376000		51	abc	1568000		54
c5ad.large	2	1	4096	x86_64	AMD	3.3			75	75	750	Up to 10 Gigabit	3170	200	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	86000		57	abc	98000		54
c5ad.xlarge	4	2	8192	x86_64	AMD	3.3			150	150	1250	Up to 10 Gigabit	3170	400	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	172000		52	abc	196000		40
c5d.12xlarge	48	24	98304	x86_64	Intel	3.6			1800	1800	12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abc	2304000		66	abc	2616000		55
c5d.18xlarge	72	36	147456	x86_64	Intel	3.4			1800	1800	25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	3456000		66	abc	3924000		56
c5d.24xlarge	96	48	196608	x86_64	Intel	3.6			3600	3600	25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abc	4608000		73	abc	5232000		55
c5d.2xlarge	8	4	16384	x86_64	Intel	3.4			200	200	2500	Up to 10 Gigabit	4750	2300	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	384000		54	abc	436000		53
c5d.4xlarge	16	8	32768	x86_64	Intel	3.4			400	400	5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	768000		49	abc	872000		55
c5d.9xlarge	36	18	73728	x86_64	Intel	3.4			900	900	12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1728000		59	abc	1962000		55
c5d.large	2	1	4096	x86_64	Intel	3.4			50	50	750	Up to 10 Gigabit	4750	650	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	96000		57	abc	109000		54
c5d.metal	96	48	196608	x86_64	Intel	3.6			3600	3600	25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	mc	abcd	4608000		75	abc	5232000		56
c5d.xlarge	4	2	8192	x86_64	Intel	3.4			100	100	1250	Up to 10 Gigabit	4750	1150	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	192000		54	abc	218000		53
c5n.18xlarge	72	36	196608	x86_64	Intel	3.4					100000	100 Gigabit	19000	19000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	3888000		63	abc	4392000		55
c5n.2xlarge	8	4	21504	x86_64	Intel	3.4					10000	Up to 25 Gigabit	4750	2300	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	432000		53	abc	488000		53
c5n.4xlarge	16	8	43008	x86_64	Intel	3.4					15000	Up to 25 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	864000		47	abc	976000		51
c5n.9xlarge	36	18	98304	x86_64	Intel	3.4					50000	50 Gigabit	9500	9500	8	8	30	1	1	nitro	on-demand,spot	hvm	ce	abcdf	1944000		59	abc	2196000		54
c5n.large	2	1	5376	x86_64	Intel	3.4					3000	Up to 25 Gigabit	4750	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	108000		58	abc	122000		53
c5n.metal	72	36	196608	x86_64	Intel	3.4					100000	100 Gigabit	19000	19000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	3888000		69	abc	4392000		55
c5n.xlarge	4	2	10752	x86_64	Intel	3.4					5000	Up to 25 Gigabit	4750	1150	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	216000		48	abc	244000		53
c6a.12xlarge	48	24	98304	x86_64	AMD	3.6					18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1836000		64	abc	1969920		52
c6a.16xlarge	64	32	131072	x86_64	AMD	3.6					25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2448000		62	abc	2626560		55
c6a.24xlarge	96	48	196608	x86_64	AMD	3.6					37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3672000		67	abc	3939840		56
c6a.2xlarge	8	4	16384	x86_64	AMD	3.6					3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	306000		57	abc	328320		55
c6a.32xlarge	128	64	262144	x86_64	AMD	3.6					50000	50 Gigabit	40000	40000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4896000		72	abc	5253120		55
c6a.48xlarge	192	96	393216	x86_64	AMD	3.6					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	7344000		73	abc	7879680		55
c6a.4xlarge	16	8	32768	x86_64	AMD	3.6					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	612000		56	abc	656640		56
c6a.8xlarge	32	16	65536	x86_64	AMD	3.6					12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1224000		61	abc	1313280		53
c6a.large	2	1	4096	x86_64	AMD	3.6					781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	76500		62	abc	82080		52
c6a.metal	192	96	393216	x86_64	AMD	3.6					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	7344000		73	abc	7879680		55
c6a.xlarge	4	2	8192	x86_64	AMD	3.6					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	153000		59	abc	164160		56
c6g.12xlarge	48	48	98304	arm64	AWS	2.5					20000	20 Gigabit	14250	14250	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1632000		74	abc	1751000		55
c6g.16xlarge	64	64	131072	arm64	AWS	2.5					25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	2176000		73	abc	2334700		56
c6g.2xlarge	8	8	16384	arm64	AWS	2.5					2500	Up to 10 Gigabit	4750	2375	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	272000		66	abc	291800		53
c6g.4xlarge	16	16	32768	arm64	AWS	2.5					5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	544000		71	abc	583700		57
c6g.8xlarge	32	32	65536	arm64	AWS	2.5					12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1088000		71	abc	1167400		56
c6g.large	2	2	4096	arm64	AWS	2.5					750	Up to 10 Gigabit	4750	630	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	68000		59	abc	73000		53
c6g.medium	1	1	2048	arm64	AWS	2.5					500	Up to 10 Gigabit	4750	315	2	2	4	1	0	nitro	on-demand,spot	hvm	c	abcdf	34000		67	abc	36500		41
c6g.metal	64	64	131072	arm64	AWS	2.5					25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	mc	abcdf	2306600		76	abc	2474825		56
c6g.xlarge	4	4	8192	arm64	AWS	2.5					1250	Up to 10 Gigabit	4750	1188	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	136000		61	abc	145900		53
c6gd.12xlarge	48	48	98304	arm64	AWS	2.5			2850	2850	20000	20 Gigabit	14250	14250	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1843200		78	abc	2092800		55
c6gd.16xlarge	64	64	131072	arm64	AWS	2.5			3800	3800	25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	2457600		74	abc	2790400		55
c6gd.2xlarge	8	8	16384	arm64	AWS	2.5			474	474	2500	Up to 10 Gigabit	4750	2375	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	307200		79	abc	348800		57
c6gd.4xlarge	16	16	32768	arm64	AWS	2.5			950	950	5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	614400		65	abc	697600		55
c6gd.8xlarge	32	32	65536	arm64	AWS	2.5			1900	1900	12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1228800		73	abc	1395200		55
c6gd.large	2	2	4096	arm64	AWS	2.5			118	118	750	Up to 10 Gigabit	4750	630	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	76800		61	abc	87200		54
c6gd.medium	1	1	2048	arm64	AWS	2.5			59	59	500	Up to 10 Gigabit	4750	315	2	2	4	1	0	nitro	on-demand,spot	hvm	c	abcdf	38400		74	abc	43600		56
c6gd.metal	64	64	131072	arm64	AWS	2.5			3800	3800	25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	mc	abcdf	2605100		77	abc	2957874		56
c6gd.xlarge	4	4	8192	arm64	AWS	2.5			237	237	1250	Up to 10 Gigabit	4750	1188	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	153600		64	abc	174400		54
c6gn.12xlarge	48	48	98304	arm64	AWS	2.5					75000	75 Gigabit	28500	28500	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	2073600		72	abc	2342400		56
c6gn.16xlarge	64	64	131072	arm64	AWS	2.5					100000	100 Gigabit	38000	38000	15	15	50	1	1	nitro	on-demand,spot	hvm	e	abcdf	2764800		77	abc	3123200		55
c6gn.2xlarge	8	8	16384	arm64	AWS	2.5					12500	Up to 25 Gigabit	9500	4750	4	4	15	1	0	nitro	on-demand,spot	hvm	e	abcdf	345600		69	abc	390400		54
c6gn.4xlarge	16	16	32768	arm64	AWS	2.5					25000	25 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	691200		69	abc	780800		56
c6gn.8xlarge	32	32	65536	arm64	AWS	2.5					50000	50 Gigabit	19000	19000	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	1382400		70	abc	1561600		56
c6gn.large	2	2	4096	arm64	AWS	2.5					3000	Up to 25 Gigabit	9500	1235	3	3	10	1	0	nitro	on-demand,spot	hvm	e	abcdf	86400		60	abc	97600		54
c6gn.medium	1	1	2048	arm64	AWS	2.5					1600	Up to 16 Gigabit	9500	760	2	2	4	1	0	nitro	on-demand,spot	hvm	e	abcdf	43200		76	abc	48800		55
c6gn.xlarge	4	4	8192	arm64	AWS	2.5					6300	Up to 25 Gigabit	9500	2375	4	4	15	1	0	nitro	on-demand,spot	hvm	e	abcdf	172800		62	abc	195200		53
c6i.12xlarge	48	24	98304	x86_64	Intel	3.5					18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2040000		67	abc	2188800		56
c6i.16xlarge	64	32	131072	x86_64	Intel	3.5					25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2720000		67	abc	2918400		54
c6i.24xlarge	96	48	196608	x86_64	Intel	3.5					37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4080000		69	abc	4377600		55
c6i.2xlarge	8	4	16384	x86_64	Intel	3.5					3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	340000		51	abc	364800		55
c6i.32xlarge	128	64	262144	x86_64	Intel	3.5					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	5440000		74	abc	5836800		55
c6i.4xlarge	16	8	32768	x86_64	Intel	3.5					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	680000		57	abc	729600		54
c6i.8xlarge	32	16	65536	x86_64	Intel	3.5					12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1360000		61	abc	1459200		54
c6i.large	2	1	4096	x86_64	Intel	3.5					781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	85000		63	abc	91200		54
c6i.metal	128	64	262144	x86_64	Intel	3.5					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	5440000		75	abc	5836800		56
c6i.xlarge	4	2	8192	x86_64	Intel	3.5					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	170000		60	abc	182400		56
c6id.12xlarge	48	24	98304	x86_64	Intel	3.5			2850	2850	18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2419200		66	abc	2746800		55
c6id.16xlarge	64	32	131072	x86_64	Intel	3.5			3800	3800	25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3225600		65	abc	3662400		56
c6id.24xlarge	96	48	196608	x86_64	Intel	3.5			5700	5700	37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4838400		66	abc	5493600		55
c6id.2xlarge	8	4	16384	x86_64	Intel	3.5			474	474	3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	403200		56	abc	457800		56
c6id.32xlarge	128	64	262144	x86_64	Intel	3.5			7600	7600	50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	6451200		72	abc	7324800		54
c6id.4xlarge	16	8	32768	x86_64	Intel	3.5			950	950	6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	806400		55	abc	915600		55
c6id.8xlarge	32	16	65536	x86_64	Intel	3.5			1900	1900	12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1612800		59	abc	1831200		56
c6id.large	2	1	4096	x86_64	Intel	3.5			118	118	781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	100800		52	abc	114450		56
c6id.metal	128	64	262144	x86_64	Intel	3.5			7600	7600	50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	6451200		75	abc	7324800		55
c6id.xlarge	4	2	8192	x86_64	Intel	3.5			237	237	1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	201600		58	abc	228900		54
c6in.12xlarge	48	24	98304	x86_64	Intel	3.5					75000	75 Gigabit	37500	37500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2721600		60	abc	3074400		48
c6in.16xlarge	64	32	131072	x86_64	Intel	3.5					100000	100 Gigabit	50000	50000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3628800		63	abc	4099200		52
c6in.24xlarge	96	48	196608	x86_64	Intel	3.5					150000	150 Gigabit	75000	75000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5443200		64	abc	6148800		54
c6in.2xlarge	8	4	16384	x86_64	Intel	3.5					12500	Up to 40 Gigabit	25000	6250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	453600		50	abc	512400		49
c6in.32xlarge	128	64	262144	x86_64	Intel	3.5					200000	200 Gigabit	100000	100000	16	8	50	2	2	nitro	on-demand,spot	hvm	ce	abcdf	7257600		69	abc	8198400		55
c6in.4xlarge	16	8	32768	x86_64	Intel	3.5					25000	Up to 50 Gigabit	25000	12500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	907200		56	abc	1024800		55
c6in.8xlarge	32	16	65536	x86_64	Intel	3.5					50000	50 Gigabit	25000	25000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1814400		60	abc	2049600		52
c6in.large	2	1	4096	x86_64	Intel	3.5					3125	Up to 25 Gigabit	25000	1562	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	113400		61	abc	128100	e	55
c6in.metal	128	64	262144	x86_64	Intel	3.5					200000	200 Gigabit	100000	100000	16	8	50	2	2		on-demand,spot	hvm	mce	abcdf	7257600		79	abc	8198400	e	56
c6in.xlarge	4	2	8192	x86_64	Intel	3.5					6250	Up to 30 Gigabit	25000	3125	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	226800		54	abc	256200		54
c7a.12xlarge	48	48	98304	x86_64	AMD	3.7					18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2463360		75	abc	2642880		54
c7a.16xlarge	64	64	131072	x86_64	AMD	3.7					25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3284480		64	abc	3523840		55
c7a.24xlarge	96	96	196608	x86_64	AMD	3.7					37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4926720		73	abc	5285760		53
c7a.2xlarge	8	8	16384	x86_64	AMD	3.7					3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	410560		46	abc	440480		56
c7a.32xlarge	128	128	262144	x86_64	AMD	3.7					50000	50 Gigabit	40000	40000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	6568960		76	abc	7047680		54
c7a.48xlarge	192	192	393216	x86_64	AMD	3.7					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	9853440		75	abc	10571520		54
c7a.4xlarge	16	16	32768	x86_64	AMD	3.7					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	821120		63	abc	880960		55
c7a.8xlarge	32	32	65536	x86_64	AMD	3.7					12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1642240		54	abc	1761920		55
c7a.large	2	2	4096	x86_64	AMD	3.7					781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	102640		69	abc	110120	e	56
c7a.medium	1	1	2048	x86_64	AMD	3.7					390	Up to 12.5 Gigabit	10000	325	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	51320		58	abc	55060	e	56
c7a.metal-48xl	192	192	393216	x86_64	AMD	3.7					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	9853440		77	abc	10571520		56
c7a.xlarge	4	4	8192	x86_64	AMD	3.7					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	205280		58	abc	220240		55
c7g.12xlarge	48	48	98304	arm64	AWS	2.6					22500	22.5 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1740000		70	abc	1860500		56
c7g.16xlarge	64	64	131072	arm64	AWS	2.6					30000	30 Gigabit	20000	20000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	2320000		74	abc	2480600		55
c7g.2xlarge	8	8	16384	arm64	AWS	2.6					3750	Up to 15 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	290000		69	abc	310100		54
c7g.4xlarge	16	16	32768	arm64	AWS	2.6					7500	Up to 15 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	580000		71	abc	620200		56
c7g.8xlarge	32	32	65536	arm64	AWS	2.6					15000	15 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1160000		73	abc	1240300		56
c7g.large	2	2	4096	arm64	AWS	2.6					937	Up to 12.5 Gigabit	10000	630	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	72500		49	abc	77500		52
c7g.medium	1	1	2048	arm64	AWS	2.6					520	Up to 12.5 Gigabit	10000	315	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	36300		64	abc	38800		33
c7g.metal	64	64	131072	arm64	AWS	2.6					30000	30 Gigabit	20000	20000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	2320000		73	abc	2480600		56
c7g.xlarge	4	4	8192	arm64	AWS	2.6					1876	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	145000		62	abc	155000		52
c7gd.12xlarge	48	48	98304	arm64	AWS	2.6			2850	2850	22500	22.5 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2177300		68	abc	2472000		56
c7gd.16xlarge	64	64	131072	arm64	AWS	2.6			3800	3800	30000	30 Gigabit	20000	20000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	2903000		77	abc	3296000		56
c7gd.2xlarge	8	8	16384	arm64	AWS	2.6			474	474	3750	Up to 15 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	362900		47	abc	412000		56
c7gd.4xlarge	16	16	32768	arm64	AWS	2.6			950	950	7500	Up to 15 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	725800		59	abc	824000		48
c7gd.8xlarge	32	32	65536	arm64	AWS	2.6			1900	1900	15000	15 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1451500		62	abc	1648000		56
c7gd.large	2	2	4096	arm64	AWS	2.6			118	118	937	Up to 12.5 Gigabit	10000	630	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	90700		59	abc	102979	e	56
c7gd.medium	1	1	2048	arm64	AWS	2.6			59	59	520	Up to 12.5 Gigabit	10000	315	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	45400		76	abc	51546	e	55
c7gd.metal	64	64	131072	arm64	AWS	2.6			3800	3800	30000	30 Gigabit	20000	20000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	2903000		80	abc	3296000		56
c7gd.xlarge	4	4	8192	arm64	AWS	2.6			237	237	1876	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	181400		65	abc	206000		54
c7gn.12xlarge	48	48	98304	arm64	AWS	2.6					150000	150 Gigabit	30000	25000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2995200		74	abc	3384000		55
c7gn.16xlarge	64	64	131072	arm64	AWS	2.6					200000	200 Gigabit	40000	33333	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	3993600		75	abc	4512000		56
c7gn.2xlarge	8	8	16384	arm64	AWS	2.6					25000	Up to 50 Gigabit	10000	4167	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	499200		75	abc	564000		49
c7gn.4xlarge	16	16	32768	arm64	AWS	2.6					50000	50 Gigabit	10000	8333	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	998400		69	abc	1128000		55
c7gn.8xlarge	32	32	65536	arm64	AWS	2.6					100000	100 Gigabit	20000	16667	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1996800		75	abc	2256000		56
c7gn.large	2	2	4096	arm64	AWS	2.6					6250	Up to 30 Gigabit	10000	1042	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	124800		68	abc	141000	e	56
c7gn.medium	1	1	2048	arm64	AWS	2.6					3125	Up to 25 Gigabit	10000	521	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	62400		67	abc	70500	e	55
c7gn.metal	64	64	131072	arm64	AWS	2.6					200000	200 Gigabit	40000	33333	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	3993600		61	abc	4512000		56
c7gn.xlarge	4	4	8192	arm64	AWS	2.6					12500	Up to 40 Gigabit	10000	2083	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	249600		71	abc	282000		52
c7i-flex.12xlarge	48	24	98304	x86_64	Intel	3.2					9375	Up to 18.75 Gigabit	15000	7500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2034900		70	abc	2183328	e	55
c7i-flex.16xlarge	64	32	131072	x86_64	Intel	3.2					12500	Up to 25 Gigabit	20000	10000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2713200		71	abc	2911104	e	56
c7i-flex.2xlarge	8	4	16384	x86_64	Intel	3.2					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	339150		47	abc	363888	e	51
c7i-flex.4xlarge	16	8	32768	x86_64	Intel	3.2					3125	Up to 12.5 Gigabit	10000	2500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	678300		61	abc	727776	e	55
c7i-flex.8xlarge	32	16	65536	x86_64	Intel	3.2					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1356600		67	abc	1455552	e	54
c7i-flex.large	2	1	4096	x86_64	Intel	3.2					390	Up to 12.5 Gigabit	10000	312	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	84790		60	abc	90975	e	56
c7i-flex.xlarge	4	2	8192	x86_64	Intel	3.2					781	Up to 12.5 Gigabit	10000	625	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	169580		59	abc	181949	e	53
c7i.12xlarge	48	24	98304	x86_64	Intel	3.2					18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2142000		59	abc	2298240		53
c7i.16xlarge	64	32	131072	x86_64	Intel	3.2					25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2856000		63	abc	3064320		56
c7i.24xlarge	96	48	196608	x86_64	Intel	3.2					37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4284000		60	abc	4596480		53
c7i.2xlarge	8	4	16384	x86_64	Intel	3.2					3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	357000		59	abc	383040		56
c7i.48xlarge	192	96	393216	x86_64	Intel	3.2					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	8568000		75	abc	9192960		57
c7i.4xlarge	16	8	32768	x86_64	Intel	3.2					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	714000		61	abc	766080		55
c7i.8xlarge	32	16	65536	x86_64	Intel	3.2					12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1428000		62	abc	1532160		55
c7i.large	2	1	4096	x86_64	Intel	3.2					781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	89250		66	abc	95760	e	54
c7i.metal-24xl	96	48	196608	x86_64	Intel	3.2					37500	37.5 Gigabit	30000	30000	15	15	50	1	0		on-demand,spot	hvm	mce	abcdf	4712400		74	abc	5056128		57
c7i.metal-48xl	192	96	393216	x86_64	Intel	3.2					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	8568000		74	abc	9192960		56
c7i.xlarge	4	2	8192	x86_64	Intel	3.2					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	178500		61	abc	191520		55
c8a.12xlarge	48	48	98304	x86_64	AMD	4.5					22500	22.5 Gigabit	15000	15000	12	12	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2586480			ab	2774973	e	
c8a.16xlarge	64	64	131072	x86_64	AMD	4.5					30000	30 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3448640			ab	3699963	e	
c8a.24xlarge	96	96	196608	x86_64	AMD	4.5					40000	40 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5172960			ab	5549945	e	
c8a.2xlarge	8	8	16384	x86_64	AMD	4.5					3750	Up to 15 Gigabit	10000	2500	4	4	40	1	0	nitro	on-demand,spot	hvm	ce	abcdf	431080			ab	462495	e	
c8a.48xlarge	192	192	393216	x86_64	AMD	4.5					75000	75 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	10345920			ab	11099890	e	
c8a.4xlarge	16	16	32768	x86_64	AMD	4.5					7500	Up to 15 Gigabit	10000	5000	8	8	40	1	0	nitro	on-demand,spot	hvm	ce	abcdf	862160			ab	924991	e	
c8a.8xlarge	32	32	65536	x86_64	AMD	4.5					15000	15 Gigabit	10000	10000	10	10	40	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1724320			ab	1849982	e	
c8a.large	2	2	4096	x86_64	AMD	4.5					937	Up to 12.5 Gigabit	10000	650	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	107770			ab	115624	e	
c8a.medium	1	1	2048	x86_64	AMD	4.5					520	Up to 12.5 Gigabit	10000	325	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	53890			ab	57817	e	
c8a.metal-24xl	96	96	196608	x86_64	AMD	4.5					40000	40 Gigabit	30000	30000	16	16	64	1	0		on-demand,spot	hvm	mce	abcdf	5690260			ab	6104944	e	
c8a.metal-48xl	192	192	393216	x86_64	AMD	4.5					75000	75 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	10345920			ab	11099890	e	
c8a.xlarge	4	4	8192	x86_64	AMD	4.5					1875	Up to 12.5 Gigabit	10000	1250	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	215540			ab	231248	e	
c8g.12xlarge	48	48	98304	arm64	AWS	2.8					22500	22.5 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1914240		66	abc	2046752	e	55
c8g.16xlarge	64	64	131072	arm64	AWS	2.8					30000	30 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2552320		74	abc	2729002	e	56
c8g.24xlarge	96	96	196608	arm64	AWS	2.8					40000	40 Gigabit	30000	30000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	3828480		74	abc	4093503	e	55
c8g.2xlarge	8	8	16384	arm64	AWS	2.8					3750	Up to 15 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	319040		70	abc	341125	e	56
c8g.48xlarge	192	192	393216	arm64	AWS	2.7					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	7656960		73	abc	8187006	e	55
c8g.4xlarge	16	16	32768	arm64	AWS	2.8					7500	Up to 15 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	638080		70	abc	682251	e	55
c8g.8xlarge	32	32	65536	arm64	AWS	2.8					15000	15 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1276160		66	abc	1364501	e	56
c8g.large	2	2	4096	arm64	AWS	2.8					937	Up to 12.5 Gigabit	10000	630	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	79760		61	abc	85281	e	55
c8g.medium	1	1	2048	arm64	AWS	2.8					520	Up to 12.5 Gigabit	10000	315	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	39880		73	abc	42641	e	55
c8g.metal-24xl	96	96	196608	arm64	AWS	2.8					40000	40 Gigabit	30000	30000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	4211330		72	abc	4502856	e	56
c8g.metal-48xl	192	192	393216	arm64	AWS	2.7					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	7656960		74	abc	8187006	e	56
c8g.xlarge	4	4	8192	arm64	AWS	2.8					1875	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	159520		66	abc	170563	e	55
c8gb.12xlarge	48	48	98304	arm64	AWS	2.8					100000	100 Gigabit	75000	75000	12	12	30	1	0	nitro	on-demand,spot	hvm	ce	abcf	2844000						
c8gb.16xlarge	64	64	131072	arm64	AWS	2.8					133330	133.33 Gigabit	100000	100000	16	16	50	1	1	nitro	on-demand,spot	hvm	ce	abcf	3792000						
c8gb.24xlarge	96	96	196608	arm64	AWS	2.8					200000	200 Gigabit	150000	150000	24	24	50	1	1	nitro	on-demand,spot	hvm	ce	abcf	5688000						
c8gb.2xlarge	8	8	16384	arm64	AWS	2.8					16666	Up to 33.33 Gigabit	25000	12500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcf	474000						
c8gb.48xlarge	192	192	393216	arm64	AWS	2.7					400000	400 Gigabit	300000	300000	24	12	50	2	2	nitro	on-demand,spot	hvm	ce	abcdf	11376000						
c8gb.4xlarge	16	16	32768	arm64	AWS	2.8					33330	33.33 Gigabit	25000	25000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcf	948000						
c8gb.8xlarge	32	32	65536	arm64	AWS	2.8					66660	66.66 Gigabit	50000	50000	10	10	30	1	0	nitro	on-demand,spot	hvm	ce	abcf	1896000						
c8gb.large	2	2	4096	arm64	AWS	2.8					4166	Up to 20 Gigabit	25000	3125	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcf	118500						
c8gb.medium	1	1	2048	arm64	AWS	2.8					2083	Up to 16.66 Gigabit	25000	1562	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcf	59250						
c8gb.metal-24xl	96	96	196608	arm64	AWS	2.8					200000	200 Gigabit	150000	150000	24	24	50	1	1		on-demand,spot	hvm	mce	abcf	6029280						
c8gb.metal-48xl	192	192	393216	arm64	AWS	2.7					400000	400 Gigabit	300000	300000	24	12	50	2	2		on-demand,spot	hvm	mce	abcdf	11376000						
c8gb.xlarge	4	4	8192	arm64	AWS	2.8					8333	Up to 26.66 Gigabit	25000	6250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcf	237000						
c8gd.12xlarge	48	48	98304	arm64	AWS	2.8			2850	2850	22500	22.5 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2351520		71	abc	2669862	e	
c8gd.16xlarge	64	64	131072	arm64	AWS	2.8			3800	3800	30000	30 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3135360		77	abc	3559816	e	
c8gd.24xlarge	96	96	196608	arm64	AWS	2.8			5700	5700	40000	40 Gigabit	30000	30000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	4703040		72	abc	5339724	e	
c8gd.2xlarge	8	8	16384	arm64	AWS	2.8			474	474	3750	Up to 15 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	391920		66	abc	444977	e	
c8gd.48xlarge	192	192	393216	arm64	AWS	2.7			11400	11400	50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	9406080		67	abc	10679449	e	
c8gd.4xlarge	16	16	32768	arm64	AWS	2.8			950	950	7500	Up to 15 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	783840		64	abc	889954	e	
c8gd.8xlarge	32	32	65536	arm64	AWS	2.8			1900	1900	15000	15 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1567680		62	abc	1779908	e	
c8gd.large	2	2	4096	arm64	AWS	2.8			118	118	937	Up to 12.5 Gigabit	10000	630	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	97980		63	abc	111244	e	
c8gd.medium	1	1	2048	arm64	AWS	2.8			59	59	520	Up to 12.5 Gigabit	10000	315	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	48990		79	abc	55622	e	
c8gd.metal-24xl	96	96	196608	arm64	AWS	2.8			5700	5700	40000	40 Gigabit	30000	30000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	5173340		78	abc	5873692	e	
c8gd.metal-48xl	192	192	393216	arm64	AWS	2.7			11400	11400	50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	9406080		81	abc	10679449	e	
c8gd.xlarge	4	4	8192	arm64	AWS	2.8			237	237	1875	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	195960		63	abc	222489	e	
c8gn.12xlarge	48	48	98304	arm64	AWS	2.8					150000	150 Gigabit	30000	30000	12	12	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2844000			abc	3213173	e	
c8gn.16xlarge	64	64	131072	arm64	AWS	2.8					200000	200 Gigabit	40000	40000	16	16	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	3792000			abc	4284231	e	
c8gn.24xlarge	96	96	196608	arm64	AWS	2.8					300000	300 Gigabit	60000	60000	24	24	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	5688000			abc	6426346	e	
c8gn.2xlarge	8	8	16384	arm64	AWS	2.8					25000	Up to 50 Gigabit	10000	5000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	474000			abc	535529	e	
c8gn.48xlarge	192	192	393216	arm64	AWS	2.7					600000	600 Gigabit	120000	120000	24	12	50	2	2	nitro	on-demand,spot	hvm	ce	abcdf	11376000			abc	12852692	e	
c8gn.4xlarge	16	16	32768	arm64	AWS	2.8					50000	50 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	948000			abc	1071058	e	
c8gn.8xlarge	32	32	65536	arm64	AWS	2.8					100000	100 Gigabit	20000	20000	10	10	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1896000			abc	2142115	e	
c8gn.large	2	2	4096	arm64	AWS	2.8					6250	Up to 30 Gigabit	10000	1250	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	118500			abc	133882	e	
c8gn.medium	1	1	2048	arm64	AWS	2.8					3125	Up to 25 Gigabit	10000	760	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	59300			abc	66998	e	
c8gn.metal-24xl	96	96	196608	arm64	AWS	2.8					300000	300 Gigabit	60000	60000	24	24	50	1	1		on-demand,spot	hvm	mce	abcdf	6029300						
c8gn.metal-48xl	192	192	393216	arm64	AWS	2.7					600000	600 Gigabit	120000	120000	24	12	50	2	2		on-demand,spot	hvm	mce	abcdf	11376000						
c8gn.xlarge	4	4	8192	arm64	AWS	2.8					12500	Up to 40 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	237000			abc	267764	e	
c8i-flex.12xlarge	48	24	98304	x86_64	Intel	3.9					11250	Up to 22.5 Gigabit	15000	7500	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2136480			abc	2292317	e	
c8i-flex.16xlarge	64	32	131072	x86_64	Intel	3.9					15000	Up to 30 Gigabit	20000	10000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2848640			abc	3056423	e	
c8i-flex.2xlarge	8	4	16384	x86_64	Intel	3.9					1875	Up to 15 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	356080			abc	382053	e	
c8i-flex.4xlarge	16	8	32768	x86_64	Intel	3.9					3750	Up to 15 Gigabit	10000	2500	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	712160			abc	764106	e	
c8i-flex.8xlarge	32	16	65536	x86_64	Intel	3.9					7500	Up to 15 Gigabit	10000	5000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1424320			abc	1528212	e	
c8i-flex.large	2	1	4096	x86_64	Intel	3.9					468	Up to 12.5 Gigabit	10000	315	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	89020			abc	95513	e	
c8i-flex.xlarge	4	2	8192	x86_64	Intel	3.9					937	Up to 12.5 Gigabit	10000	630	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	178040			abc	191026	e	
c8i.12xlarge	48	24	98304	x86_64	Intel	3.9					22500	22.5 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2249040			abc	2413088	e	
c8i.16xlarge	64	32	131072	x86_64	Intel	3.9					30000	30 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2998720			abc	3217450	e	
c8i.24xlarge	96	48	196608	x86_64	Intel	3.9					40000	40 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4498080			abc	4826175	e	
c8i.2xlarge	8	4	16384	x86_64	Intel	3.9					3750	Up to 15 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	374840			abc	402181	e	
c8i.32xlarge	128	64	262144	x86_64	Intel	3.9					50000	50 Gigabit	40000	40000	24	24	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5997440			abc	6434900	e	
c8i.48xlarge	192	96	393216	x86_64	Intel	3.9					75000	75 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	8996160			abc	9652350	e	
c8i.4xlarge	16	8	32768	x86_64	Intel	3.9					7500	Up to 15 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	749680			abc	804363	e	
c8i.8xlarge	32	16	65536	x86_64	Intel	3.9					15000	15 Gigabit	10000	10000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1499360			abc	1608725	e	
c8i.96xlarge	384	192	786432	x86_64	Intel	3.9					100000	100 Gigabit	80000	80000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	17992320			abc	19304701	e	
c8i.large	2	1	4096	x86_64	Intel	3.9					937	Up to 12.5 Gigabit	10000	650	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	93710			abc	100545	e	
c8i.metal-48xl	192	96	393216	x86_64	Intel	3.9					75000	75 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	9895780			abc	10617590	e	
c8i.metal-96xl	384	192	786432	x86_64	Intel	3.9					100000	100 Gigabit	80000	80000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	17992320			abc	19304701	e	
c8i.xlarge	4	2	8192	x86_64	Intel	3.9					1875	Up to 12.5 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	187420			abc	201091	e	
c8ib.12xlarge	48	24	98304	x86_64	Intel	3.9					50000	50 Gigabit	37500	37500	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	3265920						
c8ib.16xlarge	64	32	131072	x86_64	Intel	3.9					66660	66.66 Gigabit	50000	50000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	4354560						
c8ib.24xlarge	96	48	196608	x86_64	Intel	3.9					100000	100 Gigabit	75000	75000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	6531840						
c8ib.2xlarge	8	4	16384	x86_64	Intel	3.9					8333	Up to 26.66 Gigabit	25000	6250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	544320						
c8ib.32xlarge	128	64	262144	x86_64	Intel	3.9					133330	133.33 Gigabit	100000	100000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	8709120						
c8ib.48xlarge	192	96	393216	x86_64	Intel	3.9					200000	200 Gigabit	150000	150000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcd	13063680						
c8ib.4xlarge	16	8	32768	x86_64	Intel	3.9					16666	Up to 33.33 Gigabit	25000	12500	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	1088640						
c8ib.8xlarge	32	16	65536	x86_64	Intel	3.9					33330	33.33 Gigabit	25000	25000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	2177280						
c8ib.96xlarge	384	192	786432	x86_64	Intel	3.9					400000	400 Gigabit	300000	300000	24	12	64	2	2	nitro	on-demand,spot	hvm	ce	abcd	26127360						
c8ib.large	2	1	4096	x86_64	Intel	3.9					2083	Up to 16.66 Gigabit	25000	1563	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	136080						
c8ib.metal-48xl	192	96	393216	x86_64	Intel	3.9					200000	200 Gigabit	150000	150000	24	24	64	1	1		on-demand,spot	hvm	mce	abcd	14370050						
c8ib.metal-96xl	384	192	786432	x86_64	Intel	3.9					400000	400 Gigabit	300000	300000	24	12	64	2	2		on-demand,spot	hvm	mce	abcd	26127360						
c8ib.xlarge	4	2	8192	x86_64	Intel	3.9					4166	Up to 20 Gigabit	25000	3125	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	272160						
c8id.12xlarge	48	24	98304	x86_64	Intel	3.9			2850	2850	22500	22.5 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2661120						
c8id.16xlarge	64	32	131072	x86_64	Intel	3.9			3800	3800	30000	30 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3548160						
c8id.24xlarge	96	48	196608	x86_64	Intel	3.9			5700	5700	40000	40 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5322240						
c8id.2xlarge	8	4	16384	x86_64	Intel	3.9			474	474	3750	Up to 15 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	443520						
c8id.32xlarge	128	64	262144	x86_64	Intel	3.9			7600	7600	50000	50 Gigabit	40000	40000	24	24	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	7096320						
c8id.48xlarge	192	96	393216	x86_64	Intel	3.9			11400	11400	75000	75 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	10644480						
c8id.4xlarge	16	8	32768	x86_64	Intel	3.9			950	950	7500	Up to 15 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	887040						
c8id.8xlarge	32	16	65536	x86_64	Intel	3.9			1900	1900	15000	15 Gigabit	10000	10000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1774080						
c8id.96xlarge	384	192	786432	x86_64	Intel	3.9			22800	22800	100000	100 Gigabit	80000	80000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	21288960						
c8id.large	2	1	4096	x86_64	Intel	3.9			118	118	937	Up to 12.5 Gigabit	10000	650	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	110880						
c8id.metal-48xl	192	96	393216	x86_64	Intel	3.9			11400	11400	75000	75 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	11708930						
c8id.metal-96xl	384	192	786432	x86_64	Intel	3.9			22800	22800	100000	100 Gigabit	80000	80000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	21288960						
c8id.xlarge	4	2	8192	x86_64	Intel	3.9			237	237	1875	Up to 12.5 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	221760						
c8in.12xlarge	48	24	98304	x86_64	Intel	3.9					75000	75 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	3265920			abc	3504140	e	
c8in.16xlarge	64	32	131072	x86_64	Intel	3.9					100000	100 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	4354560			abc	4672187	e	
c8in.24xlarge	96	48	196608	x86_64	Intel	3.9					150000	150 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	6531840			abc	7008280	e	
c8in.2xlarge	8	4	16384	x86_64	Intel	3.9					12500	Up to 40 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	544320			abc	584023	e	
c8in.32xlarge	128	64	262144	x86_64	Intel	3.9					200000	200 Gigabit	40000	40000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	8709120			abc	9344373	e	
c8in.48xlarge	192	96	393216	x86_64	Intel	3.9					300000	300 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcd	13063680			abc	14016560	e	
c8in.4xlarge	16	8	32768	x86_64	Intel	3.9					25000	Up to 50 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	1088640			abc	1168047	e	
c8in.8xlarge	32	16	65536	x86_64	Intel	3.9					50000	50 Gigabit	10000	10000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	2177280			abc	2336093	e	
c8in.96xlarge	384	192	786432	x86_64	Intel	3.9					600000	600 Gigabit	120000	120000	24	12	64	2	2	nitro	on-demand,spot	hvm	ce	abcd	26127360			abc	28033120	e	
c8in.large	2	1	4096	x86_64	Intel	3.9					3125	Up to 25 Gigabit	10000	650	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	136080			abc	146006	e	
c8in.metal-48xl	192	96	393216	x86_64	Intel	3.9					300000	300 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcd	14370050						
c8in.metal-96xl	384	192	786432	x86_64	Intel	3.9					600000	600 Gigabit	120000	120000	24	12	64	2	2		on-demand,spot	hvm	mce	abcd	26127360						
c8in.xlarge	4	2	8192	x86_64	Intel	3.9					6250	Up to 30 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	272160			abc	292012	e	
c8ine.12xlarge	48	24	98304	x86_64	Intel	3.9					75000	75 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	4082400						
c8ine.2xlarge	8	4	16384	x86_64	Intel	3.9					12500	12.5 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	680400						
c8ine.4xlarge	16	8	32768	x86_64	Intel	3.9					25000	25 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	1360800						
c8ine.8xlarge	32	16	65536	x86_64	Intel	3.9					50000	50 Gigabit	10000	10000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	2721600						
c8ine.large	2	1	4096	x86_64	Intel	3.9					3125	3.125 Gigabit	10000	650	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	170100						
c8ine.xlarge	4	2	8192	x86_64	Intel	3.9					6250	6.25 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	340200						
c9g.12xlarge	48	48	98304	arm64	AWS	3.3					25000	25 Gigabit	18000	18000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	2086560						
c9g.16xlarge	64	64	131072	arm64	AWS	3.3					34000	34 Gigabit	24000	24000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	2782080						
c9g.24xlarge	96	96	196608	arm64	AWS	3.3					50000	50 Gigabit	36000	36000	24	24	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	4173120						
c9g.2xlarge	8	8	16384	arm64	AWS	3.3					4250	Up to 17 Gigabit	12000	3000	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	347760						
c9g.48xlarge	192	192	393216	arm64	AWS	3.3					100000	100 Gigabit	72000	72000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcd	8346240						
c9g.4xlarge	16	16	32768	arm64	AWS	3.3					8500	Up to 17 Gigabit	12000	6000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	695520						
c9g.8xlarge	32	32	65536	arm64	AWS	3.3					17000	17 Gigabit	12000	12000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	1391040						
c9g.large	2	2	4096	arm64	AWS	3.3					1000	Up to 15 Gigabit	12000	760	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	86940						
c9g.medium	1	1	2048	arm64	AWS	3.3					550	Up to 15 Gigabit	12000	380	2	2	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	43470						
c9g.metal-48xl	192	192	393216	arm64	AWS	3.3					100000	100 Gigabit	72000	72000	24	24	64	1	1		on-demand,spot	hvm	mce	abcd	9180860						
c9g.xlarge	4	4	8192	arm64	AWS	3.3					2100	Up to 15 Gigabit	12000	1500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	173880						
c9gd.12xlarge	48	48	98304	arm64	AWS	3.3			2850	2850	25000	25 Gigabit	18000	18000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	2563200						
c9gd.16xlarge	64	64	131072	arm64	AWS	3.3			3800	3800	34000	34 Gigabit	24000	24000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	3417600						
c9gd.24xlarge	96	96	196608	arm64	AWS	3.3			5700	5700	50000	50 Gigabit	36000	36000	24	24	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	5126400						
c9gd.2xlarge	8	8	16384	arm64	AWS	3.3			474	474	4250	Up to 17 Gigabit	12000	3000	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	427200						
c9gd.48xlarge	192	192	393216	arm64	AWS	3.3			11400	11400	100000	100 Gigabit	72000	72000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcd	10252800						
c9gd.4xlarge	16	16	32768	arm64	AWS	3.3			950	950	8500	Up to 17 Gigabit	12000	6000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	854400						
c9gd.8xlarge	32	32	65536	arm64	AWS	3.3			1900	1900	17000	17 Gigabit	12000	12000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	1708800						
c9gd.large	2	2	4096	arm64	AWS	3.3			118	118	1000	Up to 15 Gigabit	12000	760	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	106800						
c9gd.medium	1	1	2048	arm64	AWS	3.3			59	59	550	Up to 15 Gigabit	12000	380	2	2	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	53400						
c9gd.metal-48xl	192	192	393216	arm64	AWS	3.3			11400	11400	100000	100 Gigabit	72000	72000	24	24	64	1	1		on-demand,spot	hvm	mce	abcd	11278080						
c9gd.xlarge	4	4	8192	arm64	AWS	3.3			237	237	2100	Up to 15 Gigabit	12000	1500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	213600						
d2.2xlarge	8	4	62464	x86_64	Intel	2.4				12288	2500	High	1000	1000	4	4	15	1	0	xen	on-demand,spot	hvm		abcdef	1380000		78	abc	1470000		55
d2.4xlarge	16	8	124928	x86_64	Intel	2.4				24576	5000	High	2000	2000	8	8	30	1	0	xen	on-demand,spot	hvm		abcdef	2760000		73	abc	2940000		56
d2.8xlarge	36	18	249856	x86_64	Intel	2.4				49152	10000	10 Gigabit	4000	4000	8	8	30	1	0	xen	on-demand,spot	hvm		abcdef	5520000		71	abc	5880000		56
d2.xlarge	4	2	31232	x86_64	Intel	2.4				6144	1250	Moderate	750	750	4	4	15	1	0	xen	on-demand,spot	hvm		abcdef	690000		82	abc	735000		54
d3.2xlarge	8	4	65536	x86_64	Intel	3.1			11880	11880	6000	Up to 15 Gigabit	2800	1700	4	4	5	1	0	nitro	on-demand,spot	hvm	ce	abcd	999000		65	abc	1219000		56
d3.4xlarge	16	8	131072	x86_64	Intel	3.1			23760	23760	12500	Up to 15 Gigabit	2800	2800	4	4	10	1	0	nitro	on-demand,spot	hvm	ce	abcd	1998000		64	abc	2437000		56
d3.8xlarge	32	16	262144	x86_64	Intel	3.1			47520	47520	25000	25 Gigabit	5000	5000	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	3995520		66	abc	4874480		56
d3.xlarge	4	2	32768	x86_64	Intel	3.1			5940	5940	3000	Up to 15 Gigabit	2800	850	4	4	3	1	0	nitro	on-demand,spot	hvm	ce	abcd	499000		74	abc	609000		54
d3en.12xlarge	48	24	196608	x86_64	Intel	3.1			335520	335520	75000	75 Gigabit	7000	7000	3	3	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	6308640		77	abc	7696560		54
d3en.2xlarge	8	4	32768	x86_64	Intel	3.1			55920	55920	12500	Up to 25 Gigabit	2800	1700	4	4	5	1	0	nitro	on-demand,spot	hvm	ce	abcd	1051000		66	abc	1283000		57
d3en.4xlarge	16	8	65536	x86_64	Intel	3.1			111840	111840	25000	25 Gigabit	2800	2800	4	4	10	1	0	nitro	on-demand,spot	hvm	ce	abcd	2103000		61	abc	2566000		55
d3en.6xlarge	24	12	98304	x86_64	Intel	3.1			167760	167760	40000	40 Gigabit	4000	4000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	3154000		65	abc	3848000		56
d3en.8xlarge	32	16	131072	x86_64	Intel	3.1			223680	223680	50000	50 Gigabit	5000	5000	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	4205760		68	abc	5131040		54
d3en.xlarge	4	2	16384	x86_64	Intel	3.1			27960	27960	6000	Up to 25 Gigabit	2800	850	4	4	3	1	0	nitro	on-demand,spot	hvm	ce	abcd	526000		71	abc	641000		56
dl2q.24xlarge	96	48	786432	x86_64	Intel	2.5		Qualcomm/Qualcomm AI100/8/16000/0			100000	100 Gigabit	19000	19000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce								
f2.12xlarge	48	24	524288	x86_64	AMD	3.4			1880	1880	25000	25 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcde	3960000		69				
f2.48xlarge	192	96	2097152	x86_64	AMD	3.4			7520	7520	100000	100 Gigabit	60000	60000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcde	15840000		74				
f2.6xlarge	24	12	262144	x86_64	AMD	3.4			940	940	12500	12.5 Gigabit	7500	7500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	1980000						
g4dn.12xlarge	48	24	196608	x86_64	Intel	2.5	NVIDIA/T4/4/16384/0		900	900	50000	50 Gigabit	9500	9500	8	8	30	1	1	nitro	on-demand,spot	hvm	ce	abcdf	3912000		64	abc	4362000		56
g4dn.16xlarge	64	32	262144	x86_64	Intel	2.5	NVIDIA/T4/1/16384/0		900	900	50000	50 Gigabit	9500	9500	4	4	15	1	1	nitro	on-demand,spot	hvm	ce	abcdf	4352000		76	abc	4853000		57
g4dn.2xlarge	8	4	32768	x86_64	Intel	2.5	NVIDIA/T4/1/16384/0		225	225	10000	Up to 25 Gigabit	3500	1150	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	752000		61	abc	838000		55
g4dn.4xlarge	16	8	65536	x86_64	Intel	2.5	NVIDIA/T4/1/16384/0		225	225	20000	Up to 25 Gigabit	4750	4750	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1204000		68	abc	1342000		56
g4dn.8xlarge	32	16	131072	x86_64	Intel	2.5	NVIDIA/T4/1/16384/0		900	900	50000	50 Gigabit	9500	9500	4	4	15	1	1	nitro	on-demand,spot	hvm	ce	abcdf	2176000		63	abc	2426000		56
g4dn.metal	96	48	393216	x86_64	Intel	2.5	NVIDIA/T4/8/16384/0		1800	1800	100000	100 Gigabit	19000	19000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	7824000		51	abc	8724000		54
g4dn.xlarge	4	2	16384	x86_64	Intel	2.5	NVIDIA/T4/1/16384/0		125	125	5000	Up to 25 Gigabit	3500	950	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	526000		64	abc	587000		54
g5.12xlarge	48	24	196608	x86_64	AMD	3.3	NVIDIA/A10G/4/22888/0		3800	3800	40000	40 Gigabit	16000	16000	15	15	50	1	1	nitro	on-demand,spot	hvm	e	abcdf	5672000		58	abc	6331670		56
g5.16xlarge	64	32	262144	x86_64	AMD	3.3	NVIDIA/A10G/1/22888/0		1900	1900	25000	25 Gigabit	16000	16000	8	8	30	1	1	nitro	on-demand,spot	hvm	e	abcdf	4096000		61	abc	4572370		55
g5.24xlarge	96	48	393216	x86_64	AMD	3.3	NVIDIA/A10G/4/22888/0		3800	3800	50000	50 Gigabit	19000	19000	15	15	50	1	1	nitro	on-demand,spot	hvm	e	abcdf	8144000		57	abc	9091170		56
g5.2xlarge	8	4	32768	x86_64	AMD	3.3	NVIDIA/A10G/1/22888/0		450	450	5000	Up to 10 Gigabit	3500	850	4	4	15	1	0	nitro	on-demand,spot	hvm	e	abcdf	1212000		58	abc	1352960		54
g5.48xlarge	192	96	786432	x86_64	AMD	3.3	NVIDIA/A10G/8/22888/0		7600	7600	100000	100 Gigabit	19000	19000	7	7	50	1	1	nitro	on-demand,spot	hvm	e	abcdf	16288000		71	abc	18182330		57
g5.4xlarge	16	8	65536	x86_64	AMD	3.3	NVIDIA/A10G/1/22888/0		600	600	10000	Up to 25 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	1624000		60	abc	1812870		56
g5.8xlarge	32	16	131072	x86_64	AMD	3.3	NVIDIA/A10G/1/22888/0		900	900	25000	25 Gigabit	16000	16000	8	8	30	1	1	nitro	on-demand,spot	hvm	e	abcdf	2448000		59	abc	2732710		55
g5.xlarge	4	2	16384	x86_64	AMD	3.3	NVIDIA/A10G/1/22888/0		250	250	2500	Up to 10 Gigabit	3500	700	4	4	15	1	0	nitro	on-demand,spot	hvm	e	abcdf	1006000		59	abc	1123000		56
g5g.16xlarge	64	64	131072	arm64	AWS	2.5	NVIDIA/T4g/2/16384/0				25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcd	2744000		78				
g5g.2xlarge	8	8	16384	arm64	AWS	2.5	NVIDIA/T4g/1/16384/0				2500	Up to 10 Gigabit	4750	2375	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcd	556000		48				
g5g.4xlarge	16	16	32768	arm64	AWS	2.5	NVIDIA/T4g/1/16384/0				5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcd	828000		63				
g5g.8xlarge	32	32	65536	arm64	AWS	2.5	NVIDIA/T4g/1/16384/0				12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcd	1372000		58				
g5g.metal	64	64	131072	arm64	AWS	2.5	NVIDIA/T4g/2/16384/0				25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	mc	abcd	2744000		78				
g5g.xlarge	4	4	8192	arm64	AWS	2.5	NVIDIA/T4g/1/16384/0				1250	Up to 10 Gigabit	4750	1188	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcd	420000		67				
g6.12xlarge	48	24	196608	x86_64	AMD	3.4	NVIDIA/L4/4/22888/0		3760	3760	40000	40 Gigabit	20000	20000	8	8	30	1	1	nitro	on-demand,spot	hvm	ce	abcdf	4601600		59				
g6.16xlarge	64	32	262144	x86_64	AMD	3.4	NVIDIA/L4/1/22888/0		1880	1880	25000	25 Gigabit	20000	20000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	3396800		64				
g6.24xlarge	96	48	393216	x86_64	AMD	3.4	NVIDIA/L4/4/22888/0		3760	3760	50000	50 Gigabit	30000	30000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	6675200		56				
g6.2xlarge	8	4	32768	x86_64	AMD	3.4	NVIDIA/L4/1/22888/0		450	450	5000	Up to 10 Gigabit	5000	2000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	977600		58				
g6.48xlarge	192	96	786432	x86_64	AMD	3.4	NVIDIA/L4/8/22888/0		7520	7520	100000	100 Gigabit	60000	60000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	13350400		69				
g6.4xlarge	16	8	65536	x86_64	AMD	3.4	NVIDIA/L4/1/22888/0		600	600	10000	Up to 25 Gigabit	8000	8000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1323200		57				
g6.8xlarge	32	16	131072	x86_64	AMD	3.4	NVIDIA/L4/1/22888/0		900	900	25000	25 Gigabit	16000	16000	8	8	30	1	1	nitro	on-demand,spot	hvm	ce	abcdf	2014400		56				
g6.xlarge	4	2	16384	x86_64	AMD	3.4	NVIDIA/L4/1/22888/0		250	250	2500	Up to 10 Gigabit	5000	1000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	804800		49				
g6e.12xlarge	48	24	393216	x86_64	AMD	3.4	NVIDIA/L40S/4/45776/0		3800	3800	100000	100 Gigabit	20000	20000	10	10	30	1	1	nitro	on-demand,spot	hvm	ce	abcd	10492640		56				
g6e.16xlarge	64	32	524288	x86_64	AMD	3.4	NVIDIA/L40S/1/45776/0		1900	1900	35000	35 Gigabit	20000	20000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcd	7577190		66				
g6e.24xlarge	96	48	786432	x86_64	AMD	3.4	NVIDIA/L40S/4/45776/0		3800	3800	200000	200 Gigabit	30000	30000	20	10	50	2	2	nitro	on-demand,spot	hvm	ce	abcd	15065590		74				
g6e.2xlarge	8	4	65536	x86_64	AMD	3.4	NVIDIA/L40S/1/45776/0		450	450	5000	Up to 20 Gigabit	5000	2000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	2242080		63				
g6e.48xlarge	192	96	1572864	x86_64	AMD	3.4	NVIDIA/L40S/8/45776/0		7600	7600	400000	400 Gigabit	60000	60000	40	10	50	4	4	nitro	on-demand,spot	hvm	ce	abcd	30131180		68				
g6e.4xlarge	16	8	131072	x86_64	AMD	3.4	NVIDIA/L40S/1/45776/0		600	600	20000	20 Gigabit	8000	8000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	3004240		62				
g6e.8xlarge	32	16	262144	x86_64	AMD	3.4	NVIDIA/L40S/1/45776/0		900	900	25000	25 Gigabit	16000	16000	8	8	30	1	1	nitro	on-demand,spot	hvm	ce	abcd	4528560		66				
g6e.xlarge	4	2	32768	x86_64	AMD	3.4	NVIDIA/L40S/1/45776/0		250	250	2500	Up to 20 Gigabit	5000	1000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	1861000		58				
g6f.2xlarge	8	4	32768	x86_64	AMD	3.4	NVIDIA/L4/0/5722/0		200	200	5000	Up to 10 Gigabit	5000	2000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	475000						
g6f.4xlarge	16	8	65536	x86_64	AMD	3.4	NVIDIA/L4/0/11444/0		450	450	10000	Up to 25 Gigabit	6000	6000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	950000						
g6f.large	2	1	8192	x86_64	AMD	3.4	NVIDIA/L4/0/2861/0		100	100	1500	Up to 10 Gigabit	5000	936	2	2	10	1	0	nitro	on-demand,spot	hvm	ce	abcd	202000						
g6f.xlarge	4	2	16384	x86_64	AMD	3.4	NVIDIA/L4/0/2861/0		100	100	2500	Up to 10 Gigabit	5000	1000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	237500						
g7.12xlarge	48	48	196608	x86_64	Intel	3.9	NVIDIA/RTX PRO 4500/2/32768/0		1900	1900	175000	175 Gigabit	20000	20000	12	12	64	1	1	nitro	on-demand,spot	hvm	ce	abcd	7128320						
g7.24xlarge	96	96	393216	x86_64	Intel	3.9	NVIDIA/RTX PRO 4500/4/32768/0		3800	3800	350000	350 Gigabit	40000	40000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcd	14256640						
g7.2xlarge	8	8	32768	x86_64	Intel	3.9	NVIDIA/RTX PRO 4500/1/32768/0		440	440	40000	Up to 60 Gigabit	8000	4000	4	4	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	2520000						
g7.48xlarge	192	192	786432	x86_64	Intel	3.9	NVIDIA/RTX PRO 4500/8/32768/0		7600	7600	700000	700 Gigabit	80000	80000	24	12	64	2	2	nitro	on-demand,spot	hvm	ce	abcd	28513280						
g7.4xlarge	16	16	65536	x86_64	Intel	3.9	NVIDIA/RTX PRO 4500/1/32768/0		875	875	80000	Up to 100 Gigabit	8000	8000	8	8	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	3042080						
g7.8xlarge	32	32	131072	x86_64	Intel	3.9	NVIDIA/RTX PRO 4500/1/32768/0		930	930	100000	100 Gigabit	16000	16000	10	10	64	1	1	nitro	on-demand,spot	hvm	ce	abcd	4086240						
g7e.12xlarge	48	24	524288	x86_64	Intel	2.4	NVIDIA/RTX PRO Server 6000/2/98304/0		3800	3800	400000	400 Gigabit	25000	25000	10	10	64	1	1	nitro	on-demand,spot	hvm	ce	ac	8286080						
g7e.24xlarge	96	48	1048576	x86_64	Intel	2.4	NVIDIA/RTX PRO Server 6000/4/98304/0		7600	7600	800000	800 Gigabit	50000	50000	20	10	64	2	2	nitro	on-demand,spot	hvm	ce	ac	16572160						
g7e.2xlarge	8	4	65536	x86_64	Intel	2.4	NVIDIA/RTX PRO Server 6000/1/98304/0		1900	1900	50000	50 Gigabit	5000	2000	4	4	64	1	0	nitro	on-demand,spot	hvm	ce	ac	3363120						
g7e.48xlarge	192	96	2097152	x86_64	Intel	2.4	NVIDIA/RTX PRO Server 6000/8/98304/0		15200	15200	1600000	1600 Gigabit	100000	100000	40	10	64	4	4	nitro	on-demand,spot	hvm	ce	ac	33144320						
g7e.4xlarge	16	8	131072	x86_64	Intel	2.4	NVIDIA/RTX PRO Server 6000/1/98304/0		1900	1900	50000	50 Gigabit	8000	8000	8	8	64	1	0	nitro	on-demand,spot	hvm	ce	ac	3998160						
g7e.8xlarge	32	16	262144	x86_64	Intel	2.4	NVIDIA/RTX PRO Server 6000/1/98304/0		1900	1900	100000	100 Gigabit	16000	16000	8	8	64	1	1	nitro	on-demand,spot	hvm	ce	ac	5268240						
gr6.4xlarge	16	8	131072	x86_64	AMD	3.4	NVIDIA/L4/1/22888/0		600	600	10000	Up to 25 Gigabit	8000	8000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	1539200		57				
gr6.8xlarge	32	16	262144	x86_64	AMD	3.4	NVIDIA/L4/1/22888/0		900	900	25000	25 Gigabit	16000	16000	8	8	30	1	1	nitro	on-demand,spot	hvm	ce	abcd	2446400		59				
gr6f.4xlarge	16	8	131072	x86_64	AMD	3.4	NVIDIA/L4/0/11444/0		450	450	10000	Up to 25 Gigabit	8000	8000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	1066000						
h1.16xlarge	64	32	262144	x86_64	Intel	2.3				16000	25000	25 Gigabit	14000	14000	8	8	50	1	0	xen	on-demand,spot	hvm	c	abcf	3744000		71	ac	4152000		51
h1.2xlarge	8	4	32768	x86_64	Intel	2.3				2000	2500	Up to 10 Gigabit	1750	1750	4	4	15	1	0	xen	on-demand,spot	hvm	c	abcf	468000		54	ac	519000		55
h1.4xlarge	16	8	65536	x86_64	Intel	2.3				4000	5000	Up to 10 Gigabit	3500	3500	8	8	30	1	0	xen	on-demand,spot	hvm	c	abcf	936000		65	ac	1039811		56
h1.8xlarge	32	16	131072	x86_64	Intel	2.3				8000	10000	10 Gigabit	7000	7000	8	8	30	1	0	xen	on-demand,spot	hvm	c	abcf	1872000		67	ac	1766487		54
hpc6a.48xlarge	96	96	393216	x86_64	AMD	3.6					100000	100 Gigabit	2085	87	2	2	50	1	1	nitro	on-demand	hvm	ce								
hpc6id.32xlarge	64	64	1048576	x86_64	Intel	3.5			15200	15200	200000	200 Gigabit	2085	87	2	1	50	2	2	nitro	on-demand	hvm	ce								
hpc7a.12xlarge	24	24	786432	x86_64	AMD	3.7					300000	300 Gigabit	2085	87	4	2	50	2	2	nitro	on-demand	hvm	ce					b	7725200		
hpc7a.24xlarge	48	48	786432	x86_64	AMD	3.7					300000	300 Gigabit	2085	87	4	2	50	2	2	nitro	on-demand	hvm	ce					b	7725200		
hpc7a.48xlarge	96	96	786432	x86_64	AMD	3.7					300000	300 Gigabit	2085	87	4	2	50	2	2	nitro	on-demand	hvm	ce					b	7725200		
hpc7a.96xlarge	192	192	786432	x86_64	AMD	3.7					300000	300 Gigabit	2085	87	4	2	50	2	2	nitro	on-demand	hvm	ce					b	7725200		
hpc7g.16xlarge	64	64	131072	arm64	AWS	2.6					200000	200 Gigabit	2085	87	4	4	50	1	1	nitro	on-demand	hvm	ce	c	1683200			b	1805900		
hpc7g.4xlarge	16	16	131072	arm64	AWS	2.6					200000	200 Gigabit	2085	87	4	4	50	1	1	nitro	on-demand	hvm	ce	c	1683200			b	1805900		
hpc7g.8xlarge	32	32	131072	arm64	AWS	2.6					200000	200 Gigabit	2085	87	4	4	50	1	1	nitro	on-demand	hvm	ce	c	1683200			b	1805900		
hpc8a.96xlarge	192	192	786432	x86_64	AMD	4.5					300000	300 Gigabit	2085	87	4	2	50	2	2	nitro	on-demand	hvm	ce								
i2.2xlarge	8	4	62464	x86_64	Intel	2.5				1600	1000	High	1000	1000	4	4	15	1	0	xen	on-demand,spot	hvm		abcde	1705000		77	abc	1876000		55
i2.4xlarge	16	8	124928	x86_64	Intel	2.5				3200	2000	High	2000	2000	8	8	30	1	0	xen	on-demand,spot	hvm		abcde	3410000		73	abc	3751000		56
i2.8xlarge	32	16	249856	x86_64	Intel	2.5				6400	10000	10 Gigabit			8	8	30	1	0	xen	on-demand,spot	hvm		abcde	6820000		69	abc	7502000		55
i2.xlarge	4	2	31232	x86_64	Intel	2.5				800	700	Moderate	500	500	4	4	15	1	0	xen	on-demand,spot	hvm		abcde	853000		83	abc	938000		55
i3.16xlarge	64	32	499712	x86_64	Intel	2.3			15200	15200	25000	25 Gigabit	14000	14000	15	15	50	1	0	xen	on-demand,spot	hvm	c	abcdef	4992000		62	abc	5504000		55
i3.2xlarge	8	4	62464	x86_64	Intel	2.3			1900	1900	2500	Up to 10 Gigabit	1700	1700	4	4	15	1	0	xen	on-demand,spot	hvm	c	abcdef	624000		51	abc	688000		53
i3.4xlarge	16	8	124928	x86_64	Intel	2.3			3800	3800	5000	Up to 10 Gigabit	3500	3500	8	8	30	1	0	xen	on-demand,spot	hvm	c	abcdef	1248000		51	abc	1376000		57
i3.8xlarge	32	16	249856	x86_64	Intel	2.3			7600	7600	10000	10 Gigabit	7000	7000	8	8	30	1	0	xen	on-demand,spot	hvm	c	abcdef	2496000		54	abc	2752000		55
i3.large	2	1	15616	x86_64	Intel	2.3			475	475	750	Up to 10 Gigabit	425	425	3	3	10	1	0	xen	on-demand,spot	hvm	c	abcdef	156000		75	abc	172000		55
i3.xlarge	4	2	31232	x86_64	Intel	2.3			950	950	1250	Up to 10 Gigabit	850	850	4	4	15	1	0	xen	on-demand,spot	hvm	c	abcdef	312000		59	abc	344000		56
i3en.12xlarge	48	24	393216	x86_64	Intel	3.1			30000	30000	50000	50 Gigabit	9500	9500	8	8	30	1	1	nitro	on-demand,spot	hvm	ce	abcdf	5424000		65	abc	6000000		56
i3en.24xlarge	96	48	786432	x86_64	Intel	3.1			60000	60000	100000	100 Gigabit	19000	19000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	10848000		71	abc	12000000		56
i3en.2xlarge	8	4	65536	x86_64	Intel	3.1			5000	5000	8400	Up to 25 Gigabit	4750	2307	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	904000		62	abc	1000000		55
i3en.3xlarge	12	6	98304	x86_64	Intel	3.1			7500	7500	12500	Up to 25 Gigabit	4750	3800	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1356000		68	abc	1500000		56
i3en.6xlarge	24	12	196608	x86_64	Intel	3.1			15000	15000	25000	25 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2712000		67	abc	3000000		55
i3en.large	2	1	16384	x86_64	Intel	3.1			1250	1250	2100	Up to 25 Gigabit	4750	576	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	226000		72	abc	250000		54
i3en.metal	96	48	786432	x86_64	Intel	3.1			60000	60000	100000	100 Gigabit	19000	19000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	10848000		81	abc	12000000		55
i3en.xlarge	4	2	32768	x86_64	Intel	3.1			2500	2500	4200	Up to 25 Gigabit	4750	1153	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	452000		71	abc	500000		55
i4g.16xlarge	64	64	524288	arm64	AWS	2.5			15000	15000	37500	37.5 Gigabit	20000	20000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	4942080		72	abc	5446370		55
i4g.2xlarge	8	8	65536	arm64	AWS	2.5			1875	1875	4687	Up to 12 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	617760		71	abc	680800		55
i4g.4xlarge	16	16	131072	arm64	AWS	2.5			3750	3750	9375	Up to 25 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1235520		54	abc	1361590		57
i4g.8xlarge	32	32	262144	arm64	AWS	2.5			7500	7500	18750	18.75 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2471040		54	abc	2723190		55
i4g.large	2	2	16384	arm64	AWS	2.5			468	468	781	Up to 10 Gigabit	10000	625	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	154440		65	abc	170199	e	57
i4g.xlarge	4	4	32768	arm64	AWS	2.5			937	937	1875	Up to 10 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	308880		60	abc	340400		55
i4i.12xlarge	48	24	393216	x86_64	Intel	3.5			11250	11250	28120	28.12 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdef	4118000		61	abc	4541000		56
i4i.16xlarge	64	32	524288	x86_64	Intel	3.5			15000	15000	37500	37.5 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdef	5491000		56	abc	6054000		56
i4i.24xlarge	96	48	786432	x86_64	Intel	3.5			22500	22500	56250	56.25 Gigabit	30000	30000	15	15	30	1	0	nitro	on-demand,spot	hvm	ce	abcdef	8236800		74	abc	9081600		56
i4i.2xlarge	8	4	65536	x86_64	Intel	3.5			1875	1875	4687	Up to 12 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdef	686000		57	abc	757000		55
i4i.32xlarge	128	64	1048576	x86_64	Intel	3.5			30000	30000	75000	75 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdef	10982400		68	abc	12108800		56
i4i.4xlarge	16	8	131072	x86_64	Intel	3.5			3750	3750	9375	Up to 25 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdef	1373000		44	abc	1514000		56
i4i.8xlarge	32	16	262144	x86_64	Intel	3.5			7500	7500	18750	18.75 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdef	2746000		49	abc	3027000		55
i4i.large	2	1	16384	x86_64	Intel	3.5			468	468	781	Up to 10 Gigabit	10000	625	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdef	172000		69	abc	189000		55
i4i.metal	128	64	1048576	x86_64	Intel	3.5			30000	30000	75000	75 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdef	10982000		62	abc	12109000		55
i4i.xlarge	4	2	32768	x86_64	Intel	3.5			937	937	1875	Up to 10 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdef	343000		56	abc	378000		55
i7i.12xlarge	48	24	393216	x86_64	Intel	3.2			11250	11250	28120	Up to 28 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4530200		65	abc	4994836	e	
i7i.16xlarge	64	32	524288	x86_64	Intel	3.2			15000	15000	37500	Up to 37.5 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	6040300		67	abc	6659818	e	
i7i.24xlarge	96	48	786432	x86_64	Intel	3.2			22500	22500	56250	Up to 56.25 Gigabit	30000	30000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	9060500		73	abc	9989782	e	
i7i.2xlarge	8	4	65536	x86_64	Intel	3.2			1875	1875	4687	Up to 12 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	755000		65	abc	832436	e	
i7i.48xlarge	192	96	1572864	x86_64	Intel	3.2			45000	45000	100000	Up to 100 Gigabit	60000	60000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	18121000		66	abc	19979564	e	
i7i.4xlarge	16	8	131072	x86_64	Intel	3.2			3750	3750	9375	Up to 25 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1510100		62	abc	1664982	e	
i7i.8xlarge	32	16	262144	x86_64	Intel	3.2			7500	7500	25000	Up to 25 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3020200		64	abc	3329964	e	
i7i.large	2	1	16384	x86_64	Intel	3.2			468	468	1171	Up to 10 Gigabit	10000	625	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	188800		75	abc	208164	e	
i7i.metal-24xl	96	48	786432	x86_64	Intel	3.2			22500	22500	56250	Up to 56.25 Gigabit	30000	30000	15	15	50	1	0		on-demand,spot	hvm	mce	abcdf	9620400		78	abc	10607108	e	
i7i.metal-48xl	192	96	1572864	x86_64	Intel	3.2			45000	45000	100000	Up to 100 Gigabit	60000	60000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	19240800		82	abc	21214215	e	
i7i.xlarge	4	2	32768	x86_64	Intel	3.2			937	937	2343	Up to 10 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	377500		69	abc	416218	e	
i7ie.12xlarge	48	24	393216	x86_64	Intel	3.2			30000	30000	25000	Up to 50 Gigabit	15000	15000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	6237600		62	abc	6900000	e	59
i7ie.18xlarge	72	36	589824	x86_64	Intel	3.2			45000	45000	37500	Up to 75 Gigabit	22500	22500	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	9356400		69	abc	10350000	e	63
i7ie.24xlarge	96	48	786432	x86_64	Intel	3.2			60000	60000	50000	Up to 100 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	12475200		67	abc	13800000	e	65
i7ie.2xlarge	8	4	65536	x86_64	Intel	3.2			5000	5000	8333	Up to 25 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1039600		69	abc	1150000	e	55
i7ie.3xlarge	12	6	98304	x86_64	Intel	3.2			7500	7500	12500	Up to 25 Gigabit	10000	3750	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1559400		67	abc	1725000	e	57
i7ie.48xlarge	192	96	1572864	x86_64	Intel	3.2			120000	120000	100000	200 Gigabit	60000	60000	15	8	50	2	1	nitro	on-demand,spot	hvm	ce	abcdf	24950400		60	abc	27600000	e	62
i7ie.6xlarge	24	12	196608	x86_64	Intel	3.2			15000	15000	12500	Up to 25 Gigabit	10000	7500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3118800		67	abc	3450000	e	55
i7ie.large	2	1	16384	x86_64	Intel	3.2			1250	1250	2083	Up to 25 Gigabit	10000	625	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	259900		74	abc	287500	e	57
i7ie.metal-24xl	96	48	786432	x86_64	Intel	3.2			60000	60000	50000	Up to 100 Gigabit	30000	30000	15	15	50	1	0		on-demand,spot	hvm	mce	abcdf	13284400		83	abc	14695133	e	65
i7ie.metal-48xl	192	96	1572864	x86_64	Intel	3.2			120000	120000	100000	200 Gigabit	60000	60000	15	8	50	2	1		on-demand,spot	hvm	mce	abcdf	26568700		80	abc	29390155	e	66
i7ie.xlarge	4	2	32768	x86_64	Intel	3.2			2500	2500	4166	Up to 25 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	519800		72	abc	575000	e	53
i8g.12xlarge	48	48	393216	arm64	AWS	2.8			11250	11250	28120	Up to 28.12 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	4118400		79	abc	4538650	e	
i8g.16xlarge	64	64	524288	arm64	AWS	2.8			15000	15000	37500	Up to 37.5 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	5491200		70	abc	6051533	e	
i8g.24xlarge	96	96	786432	arm64	AWS	2.8			22500	22500	56250	Up to 56.25 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	8236800		72	abc	9077300	e	
i8g.2xlarge	8	8	65536	arm64	AWS	2.8			1875	1875	4688	Up to 12 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	686400		69	abc	756442	e	
i8g.48xlarge	192	192	1572864	arm64	AWS	2.8			45000	45000	100000	Up to 100 Gigabit	60000	60000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcd	16473600		84	abc	18154600	e	
i8g.4xlarge	16	16	131072	arm64	AWS	2.8			3750	3750	9375	Up to 25 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	1372800		75	abc	1512883	e	
i8g.8xlarge	32	32	262144	arm64	AWS	2.8			7500	7500	25000	Up to 25 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	2745600		74	abc	3025767	e	
i8g.large	2	2	16384	arm64	AWS	2.8			468	468	1172	Up to 10 Gigabit	10000	625	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcd	171600		68	abc	189110	e	
i8g.metal-24xl	96	96	786432	arm64	AWS	2.8			22500	22500	56250	Up to 56.25 Gigabit	30000	30000	15	15	50	1	0		on-demand,spot	hvm	mce	abcd	9060480		57	abc	9985030	e	
i8g.metal-48xl	192	192	1572864	arm64	AWS	2.8			45000	45000	90000	Up to 100 Gigabit	60000	60000	15	15	50	1	1		on-demand,spot	hvm	mce	abcd	18120960			abc	19970060	e	
i8g.xlarge	4	4	32768	arm64	AWS	2.8			937	937	2344	Up to 10 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	343200		66	abc	378221	e	
i8ge.12xlarge	48	48	393216	arm64	AWS	2.8			30000	30000	75000	75 Gigabit	15000	15000	12	12	30	1	0	nitro	on-demand,spot	hvm	ce	abc	5695200			abc	6276350	e	
i8ge.18xlarge	72	72	589824	arm64	AWS	2.8			45000	45000	112500	112.5 Gigabit	22500	22500	16	16	50	1	0	nitro	on-demand,spot	hvm	ce	abc	8542800			abc	9414525	e	
i8ge.24xlarge	96	96	786432	arm64	AWS	2.8			60000	60000	150000	150 Gigabit	30000	30000	16	16	50	1	0	nitro	on-demand,spot	hvm	ce	abc	11390400			abc	12552700	e	
i8ge.2xlarge	8	8	65536	arm64	AWS	2.8			5000	5000	8400	Up to 25 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abc	949200			abc	1046058	e	
i8ge.3xlarge	12	12	98304	arm64	AWS	2.8			7500	7500	12500	Up to 25 Gigabit	10000	3750	6	6	30	1	0	nitro	on-demand,spot	hvm	ce	abc	1423800			abc	1569087	e	
i8ge.48xlarge	192	192	1572864	arm64	AWS	2.7			120000	120000	180000	300 Gigabit	60000	60000	24	12	50	2	1	nitro	on-demand,spot	hvm	ce	abc	22780800			abc	25105400	e	
i8ge.6xlarge	24	24	196608	arm64	AWS	2.8			15000	15000	37500	37.5 Gigabit	10000	7500	10	10	30	1	0	nitro	on-demand,spot	hvm	ce	abc	2847600			abc	3138175	e	
i8ge.large	2	2	16384	arm64	AWS	2.8			1250	1250	2100	Up to 25 Gigabit	10000	625	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abc	237300			abc	261515	e	
i8ge.metal-24xl	96	96	786432	arm64	AWS	2.8			60000	60000	150000	150 Gigabit	30000	30000	16	16	50	1	0		on-demand,spot	hvm	mce	abc	12131300			abc	13369203	e	
i8ge.metal-48xl	192	192	1572864	arm64	AWS	2.7			120000	120000	180000	300 Gigabit	60000	60000	24	12	50	2	1		on-demand,spot	hvm	mce	abc	24262600			abc	26738406	e	
i8ge.xlarge	4	4	32768	arm64	AWS	2.8			2500	2500	4200	Up to 25 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abc	474600			abc	523029	e	
im4gn.16xlarge	64	64	262144	arm64	AWS	2.5			30000	30000	100000	100 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcd	5820670		82	abc	6417660		54
im4gn.2xlarge	8	8	32768	arm64	AWS	2.5			3750	3750	12500	Up to 25 Gigabit	10000	5000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	727580		78	abc	802210		55
im4gn.4xlarge	16	16	65536	arm64	AWS	2.5			7500	7500	25000	25 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	1455170		79	abc	1604420		55
im4gn.8xlarge	32	32	131072	arm64	AWS	2.5			15000	15000	50000	50 Gigabit	20000	20000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	2910340		74	abc	3208830		55
im4gn.large	2	2	8192	arm64	AWS	2.5			937	937	3125	Up to 25 Gigabit	10000	1250	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcd	181900		67	abc	200550		57
im4gn.xlarge	4	4	16384	arm64	AWS	2.5			1875	1875	6250	Up to 25 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	363790		71	abc	401100		54
inf1.24xlarge	96	48	196608	x86_64	Intel	2.5		AWS/Inferentia/16/8192/4			100000	100 Gigabit	19000	19000	11	11	30	1	1	nitro	on-demand,spot	hvm	ce	abcdf	4721000		72	abc	5260000		54
inf1.2xlarge	8	4	16384	x86_64	Intel	2.5		AWS/Inferentia/1/8192/4			5000	Up to 25 Gigabit	4750	1190	4	4	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	362000		72	abc	403000		54
inf1.6xlarge	24	12	49152	x86_64	Intel	2.5		AWS/Inferentia/4/8192/4			25000	25 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1180000		65	abc	1315000		55
inf1.xlarge	4	2	8192	x86_64	Intel	2.5		AWS/Inferentia/1/8192/4			5000	Up to 25 Gigabit	4750	1190	4	4	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	228000		72	abc	254000		57
inf2.24xlarge	96	48	393216	x86_64	AMD	3.6		AWS/Inferentia2/6/32768/2			50000	50 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcf	6490630		79	abc	7231230	e	56
inf2.48xlarge	192	96	786432	x86_64	AMD	3.6		AWS/Inferentia2/12/32768/2			100000	100 Gigabit	60000	60000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcf	12981270		86	abc	14462471	e	55
inf2.8xlarge	32	16	131072	x86_64	AMD	3.6		AWS/Inferentia2/1/32768/2			16667	Up to 25 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcf	1967860		70	abc	2192399	e	56
inf2.xlarge	4	2	16384	x86_64	AMD	3.6		AWS/Inferentia2/1/32768/2			2083	Up to 15 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcf	758200		78	abc	844713	e	56
is4gen.2xlarge	8	8	49152	arm64	AWS	2.5			7500	7500	12500	Up to 25 Gigabit	10000	5000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	1152600		76	abc	1275000		56
is4gen.4xlarge	16	16	98304	arm64	AWS	2.5			15000	15000	25000	25 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	2305200		69	abc	2550000		56
is4gen.8xlarge	32	32	196608	arm64	AWS	2.5			30000	30000	50000	50 Gigabit	20000	20000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	4610400		84	abc	5100000		56
is4gen.large	2	2	12288	arm64	AWS	2.5			1875	1875	3125	Up to 25 Gigabit	10000	1250	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcd	288150		62	abc	318750		55
is4gen.medium	1	1	6144	arm64	AWS	2.5			937	937	1562	Up to 25 Gigabit	10000	625	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcd	144080		86	abc	159380		56
is4gen.xlarge	4	4	24576	arm64	AWS	2.5			3750	3750	6250	Up to 25 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	576300		61	abc	637500		54
m1.large	2	2	7680	x86_64	Intel					840	700	Moderate	500	500	3	3	10	1	0	xen	on-demand,spot	hvm,paravirtual		abcd	175000		73	abc	190000		55
m1.medium	1	1	3788	i386,x86_64	Intel					410	300	Moderate			2	2	6	1	0	xen	on-demand,spot	hvm,paravirtual		abcd	87000		71	abc	95000		56
m1.small	1	1	1740	i386,x86_64	Intel					160	300	Low			2	2	4	1	0	xen	on-demand,spot	hvm,paravirtual		abcd	44000		66	abc	47000		55
m1.xlarge	4	4	15360	x86_64	Intel					1680	1000	High	1000	1000	4	4	15	1	0	xen	on-demand,spot	hvm,paravirtual		abcd	350000		69	abc	379000		55
m2.2xlarge	4	4	35020	x86_64	Intel					850	700	Moderate	500	500	4	4	30	1	0	xen	on-demand,spot	hvm,paravirtual		abcd	490000		67	abc	550000		55
m2.4xlarge	8	8	70041	x86_64	Intel					1680	1000	High	1000	1000	8	8	30	1	0	xen	on-demand,spot	hvm,paravirtual		abcd	980000		65	abc	1100000		56
m2.xlarge	2	2	17510	x86_64	Intel					420	300	Moderate			4	4	15	1	0	xen	on-demand,spot	hvm,paravirtual		abcd	245000		68	abc	275000		57
m3.2xlarge	8	4	30720	x86_64	Intel	2.5				160	1000	High	1000	1000	4	4	30	1	0	xen	on-demand,spot	hvm,paravirtual		abce	532000		58	abc	585000		53
m3.large	2	1	7680	x86_64	Intel	2.5				32	700	Moderate			3	3	10	1	0	xen	on-demand,spot	hvm,paravirtual		abce	133000		67	abc	146000		55
m3.medium	1	1	3840	x86_64	Intel	2.5				4	300	Moderate			2	2	6	1	0	xen	on-demand,spot	hvm,paravirtual		abce	67000		74	abc	73000		57
m3.xlarge	4	2	15360	x86_64	Intel	2.5				80	1000	High	500	500	4	4	15	1	0	xen	on-demand,spot	hvm,paravirtual		abce	266000		65	abc	293000		53
m4.10xlarge	40	20	163840	x86_64	Intel	2.4					10000	10 Gigabit	4000	4000	8	8	30	1	0	xen	on-demand,spot	hvm		abcdef	2000000		67	abc	2220000		56
m4.16xlarge	64	32	262144	x86_64	Intel	2.3					25000	25 Gigabit	10000	10000	8	8	30	1	0	xen	on-demand,spot	hvm		abcdef	3200000		66	abc	3552000		55
m4.2xlarge	8	4	32768	x86_64	Intel	2.4					1000	High	1000	1000	4	4	15	1	0	xen	on-demand,spot	hvm		abcdef	400000		55	abc	444000		52
m4.4xlarge	16	8	65536	x86_64	Intel	2.4					2000	High	2000	2000	8	8	30	1	0	xen	on-demand,spot	hvm		abcdef	800000		63	abc	888000		49
m4.large	2	1	8192	x86_64	Intel	2.4					450	Moderate	450	450	2	2	10	1	0	xen	on-demand,spot	hvm		abcdef	100000		52	abc	111000		55
m4.xlarge	4	2	16384	x86_64	Intel	2.4					750	High	750	750	4	4	15	1	0	xen	on-demand,spot	hvm		abcdef	200000		56	abc	222000		54
m5.12xlarge	48	24	196608	x86_64	Intel	3.1					12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm		abcdf	2304000		69	abc	2568000		54
m5.16xlarge	64	32	262144	x86_64	Intel	3.1					20000	20 Gigabit	13600	13600	15	15	50	1	0	nitro	on-demand,spot	hvm		abcdf	3072000		71	abc	3424000		55
m5.24xlarge	96	48	393216	x86_64	Intel	3.1					25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm		abcdf	4608000		75	abc	5136000		57
m5.2xlarge	8	4	32768	x86_64	Intel	3.1					2500	Up to 10 Gigabit	4750	2300	4	4	15	1	0	nitro	on-demand,spot	hvm		abcdf	384000		54	abc	428000		55
m5.4xlarge	16	8	65536	x86_64	Intel	3.1					5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm		abcdf	768000		58	abc	856000		55
m5.8xlarge	32	16	131072	x86_64	Intel	3.1					10000	10 Gigabit	6800	6800	8	8	30	1	0	nitro	on-demand,spot	hvm		abcdf	1536000		69	abc	1712000		54
m5.large	2	1	8192	x86_64	Intel	3.1					750	Up to 10 Gigabit	4750	650	3	3	10	1	0	nitro	on-demand,spot	hvm		abcdf	96000		66	abc	107000		57
m5.metal	96	48	393216	x86_64	Intel	3.1					25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	m	abcdf	4608000		75	abc	5136000		55
m5.xlarge	4	2	16384	x86_64	Intel	3.1					1250	Up to 10 Gigabit	4750	1150	4	4	15	1	0	nitro	on-demand,spot	hvm		abcdf	192000		66	abc	214000		56
m5a.12xlarge	48	24	196608	x86_64	AMD	2.5					10000	10 Gigabit	6780	6780	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	2064000		65	abc	2304000		55
m5a.16xlarge	64	32	262144	x86_64	AMD	2.5					12000	12 Gigabit	9500	9500	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	2752000		64	abc	3072000		56
m5a.24xlarge	96	48	393216	x86_64	AMD	2.5					20000	20 Gigabit	13750	13750	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	4128000		69	abc	4608000		56
m5a.2xlarge	8	4	32768	x86_64	AMD	2.5					2500	Up to 10 Gigabit	2880	1580	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	344000		54	abc	384000		54
m5a.4xlarge	16	8	65536	x86_64	AMD	2.5					5000	Up to 10 Gigabit	2880	2880	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	688000		58	abc	768000		54
m5a.8xlarge	32	16	131072	x86_64	AMD	2.5					7500	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1376000		61	abc	1536000		55
m5a.large	2	1	8192	x86_64	AMD	2.5					750	Up to 10 Gigabit	2880	650	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	86000		60	abc	96000		50
m5a.xlarge	4	2	16384	x86_64	AMD	2.5					1250	Up to 10 Gigabit	2880	1085	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	172000		54	abc	192000		53
m5ad.12xlarge	48	24	196608	x86_64	AMD	2.2			1800	1800	10000	10 Gigabit	6780	6780	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	2472000		47	abc	2760000		54
m5ad.16xlarge	64	32	262144	x86_64	AMD	2.5			2400	2400	12000	12 Gigabit	9500	9500	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	3296000		57	abc	3680000		56
m5ad.24xlarge	96	48	393216	x86_64	AMD	2.2			3600	3600	20000	20 Gigabit	13750	13750	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	4944000		56	abc	5520000		55
m5ad.2xlarge	8	4	32768	x86_64	AMD	2.2			300	300	2500	Up to 10 Gigabit	2880	1580	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	412000		40	abc	460000		47
m5ad.4xlarge	16	8	65536	x86_64	AMD	2.2			600	600	5000	Up to 10 Gigabit	2880	2880	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	824000		46	abc	920000		39
m5ad.8xlarge	32	16	131072	x86_64	AMD	2.5			1200	1200	7500	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1648000		48	abc	1840000		48
m5ad.large	2	1	8192	x86_64	AMD	2.2			75	75	750	Up to 10 Gigabit	2880	650	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	103000		52	abc	115000		54
m5ad.xlarge	4	2	16384	x86_64	AMD	2.2			150	150	1250	Up to 10 Gigabit	2880	1085	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	206000		42	abc	230000		46
m5d.12xlarge	48	24	196608	x86_64	Intel	3.1			1800	1800	12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	2712000		58	abc	3024000		55
m5d.16xlarge	64	32	262144	x86_64	Intel	3.1			2400	2400	20000	20 Gigabit	13600	13600	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	3616000		57	abc	4032000		56
m5d.24xlarge	96	48	393216	x86_64	Intel	3.1			3600	3600	25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	5424000		61	abc	6048000		56
m5d.2xlarge	8	4	32768	x86_64	Intel	3.1			300	300	2500	Up to 10 Gigabit	4750	2300	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	452000		46	abc	504000		51
m5d.4xlarge	16	8	65536	x86_64	Intel	3.1			600	600	5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	904000		48	abc	1008000		52
m5d.8xlarge	32	16	131072	x86_64	Intel	3.1			1200	1200	10000	10 Gigabit	6800	6800	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1808000		53	abc	2016000		57
m5d.large	2	1	8192	x86_64	Intel	3.1			75	75	750	Up to 10 Gigabit	4750	650	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	113000		59	abc	126000		55
m5d.metal	96	48	393216	x86_64	Intel	3.1			3600	3600	25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	mc	abcdf	5424000		75	abc	6048000		55
m5d.xlarge	4	2	16384	x86_64	Intel	3.1			150	150	1250	Up to 10 Gigabit	4750	1150	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	226000		53	abc	252000		54
m5dn.12xlarge	48	24	196608	x86_64	Intel	3.1			1800	1800	50000	50 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3264000		64	abc	3648000		56
m5dn.16xlarge	64	32	262144	x86_64	Intel	3.1			2400	2400	75000	75 Gigabit	13600	13600	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4352000		65	abc	4864000		55
m5dn.24xlarge	96	48	393216	x86_64	Intel	3.1			3600	3600	100000	100 Gigabit	19000	19000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	6528000		64	abc	7296000		54
m5dn.2xlarge	8	4	32768	x86_64	Intel	3.1			300	300	8125	Up to 25 Gigabit	4750	2300	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	544000		54	abc	608000		48
m5dn.4xlarge	16	8	65536	x86_64	Intel	3.1			600	600	16250	Up to 25 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1088000		53	abc	1216000		41
m5dn.8xlarge	32	16	131072	x86_64	Intel	3.1			1200	1200	25000	25 Gigabit	6800	6800	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2176000		53	abc	2432000		52
m5dn.large	2	1	8192	x86_64	Intel	3.1			75	75	2100	Up to 25 Gigabit	4750	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	136000		63	abc	152000		56
m5dn.metal	96	48	393216	x86_64	Intel	3.1			3600	3600	100000	100 Gigabit	19000	19000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	6528000		76	abc	7296000		55
m5dn.xlarge	4	2	16384	x86_64	Intel	3.1			150	150	4100	Up to 25 Gigabit	4750	1150	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	272000		58	abc	304000		46
m5n.12xlarge	48	24	196608	x86_64	Intel	3.1					50000	50 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2856000		58	abc	3192000		55
m5n.16xlarge	64	32	262144	x86_64	Intel	3.1					75000	75 Gigabit	13600	13600	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3808000		60	abc	4256000		56
m5n.24xlarge	96	48	393216	x86_64	Intel	3.1					100000	100 Gigabit	19000	19000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	5712000		62	abc	6384000		55
m5n.2xlarge	8	4	32768	x86_64	Intel	3.1					8125	Up to 25 Gigabit	4750	2300	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	476000		42	abc	532000		48
m5n.4xlarge	16	8	65536	x86_64	Intel	3.1					16250	Up to 25 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	952000		55	abc	1064000		49
m5n.8xlarge	32	16	131072	x86_64	Intel	3.1					25000	25 Gigabit	6800	6800	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1904000		52	abc	2128000		52
m5n.large	2	1	8192	x86_64	Intel	3.1					2100	Up to 25 Gigabit	4750	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	119000		55	abc	133000		54
m5n.metal	96	48	393216	x86_64	Intel	3.1					100000	100 Gigabit	19000	19000	15	15	50	1	1		on-demand,spot	hvm	mce	abcf	5712000		76				
m5n.xlarge	4	2	16384	x86_64	Intel	3.1					4100	Up to 25 Gigabit	4750	1150	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	238000		52	abc	266000		52
m5zn.12xlarge	48	24	196608	x86_64	Intel	4.5					100000	100 Gigabit	19000	19000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	3964100		58	abc	4418400		55
m5zn.2xlarge	8	4	32768	x86_64	Intel	4.5					10000	Up to 25 Gigabit	3170	3170	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	660700		55	abc	736400		54
m5zn.3xlarge	12	6	49152	x86_64	Intel	4.5					15000	Up to 25 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	991000		44	abc	1104600		54
m5zn.6xlarge	24	12	98304	x86_64	Intel	4.5					50000	50 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1982000		47	abc	2209200		51
m5zn.large	2	1	8192	x86_64	Intel	4.5					3000	Up to 25 Gigabit	3170	800	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	165200		59	abc	184100		55
m5zn.metal	48	24	196608	x86_64	Intel	4.5					100000	100 Gigabit	19000	19000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	4360500		68	abc	4860229		56
m5zn.xlarge	4	2	16384	x86_64	Intel	4.5					5000	Up to 25 Gigabit	3170	1564	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	330300		48	abc	368200		52
m6a.12xlarge	48	24	196608	x86_64	AMD	3.6					18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2073600		66	abc	2311200		54
m6a.16xlarge	64	32	262144	x86_64	AMD	3.6					25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2764800		66	abc	3081600		56
m6a.24xlarge	96	48	393216	x86_64	AMD	3.6					37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4147200		72	abc	4622400		56
m6a.2xlarge	8	4	32768	x86_64	AMD	3.6					3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	345600		54	abc	385200		53
m6a.32xlarge	128	64	524288	x86_64	AMD	3.6					50000	50 Gigabit	40000	40000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5529600		71	abc	6163200		56
m6a.48xlarge	192	96	786432	x86_64	AMD	3.6					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	8294400		71	abc	9244800		55
m6a.4xlarge	16	8	65536	x86_64	AMD	3.6					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	691200		54	abc	770400		53
m6a.8xlarge	32	16	131072	x86_64	AMD	3.6					12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1382400		63	abc	1540800		55
m6a.large	2	1	8192	x86_64	AMD	3.6					781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	86400		59	abc	96300		53
m6a.metal	192	96	786432	x86_64	AMD	3.6					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	8294400		74	abc	9244800		55
m6a.xlarge	4	2	16384	x86_64	AMD	3.6					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	172800		57	abc	192600		54
m6g.12xlarge	48	48	196608	arm64	AWS	2.5					20000	20 Gigabit	14250	14250	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1848000		74	abc	2064000		54
m6g.16xlarge	64	64	262144	arm64	AWS	2.5					25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	2464000		69	abc	2752000		56
m6g.2xlarge	8	8	32768	arm64	AWS	2.5					2500	Up to 10 Gigabit	4750	2375	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	308000		64	abc	344000		55
m6g.4xlarge	16	16	65536	arm64	AWS	2.5					5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	616000		66	abc	688000		56
m6g.8xlarge	32	32	131072	arm64	AWS	2.5					12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1232000		68	abc	1376000		54
m6g.large	2	2	8192	arm64	AWS	2.5					750	Up to 10 Gigabit	4750	630	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	77000		60	abc	86000		53
m6g.medium	1	1	4096	arm64	AWS	2.5					500	Up to 10 Gigabit	4750	315	2	2	4	1	0	nitro	on-demand,spot	hvm	c	abcdf	38500		63	abc	43000		48
m6g.metal	64	64	262144	arm64	AWS	2.5					25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	mc	abcdf	2611200		74	abc	2916405		55
m6g.xlarge	4	4	16384	arm64	AWS	2.5					1250	Up to 10 Gigabit	4750	1188	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	154000		68	abc	172000		57
m6gd.12xlarge	48	48	196608	arm64	AWS	2.5			2850	2850	20000	20 Gigabit	14250	14250	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	2169600		71	abc	2419200		55
m6gd.16xlarge	64	64	262144	arm64	AWS	2.5			3800	3800	25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	2892800		69	abc	3225600		55
m6gd.2xlarge	8	8	32768	arm64	AWS	2.5			474	474	2500	Up to 10 Gigabit	4750	2375	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	361600		55	abc	403200		52
m6gd.4xlarge	16	16	65536	arm64	AWS	2.5			950	950	5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	723200		53	abc	806400		54
m6gd.8xlarge	32	32	131072	arm64	AWS	2.5			1900	1900	12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1446400		64	abc	1612800		55
m6gd.large	2	2	8192	arm64	AWS	2.5			118	118	750	Up to 10 Gigabit	4750	630	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	90400		63	abc	100800		53
m6gd.medium	1	1	4096	arm64	AWS	2.5			59	59	500	Up to 10 Gigabit	4750	315	2	2	4	1	0	nitro	on-demand,spot	hvm	c	abcdf	45200		66	abc	50400		55
m6gd.metal	64	64	262144	arm64	AWS	2.5			3800	3800	25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	mc	abcdf	3066400		80	abc	3419172		56
m6gd.xlarge	4	4	16384	arm64	AWS	2.5			237	237	1250	Up to 10 Gigabit	4750	1188	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	180800		40	abc	201600		53
m6i.12xlarge	48	24	196608	x86_64	Intel	3.5					18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	2304000		70	abc	2568000		57
m6i.16xlarge	64	32	262144	x86_64	Intel	3.5					25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	e	abcdf	3072000		54	abc	3424000		54
m6i.24xlarge	96	48	393216	x86_64	Intel	3.5					37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	e	abcdf	4608000		71	abc	5136000		56
m6i.2xlarge	8	4	32768	x86_64	Intel	3.5					3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	e	abcdf	384000		58	abc	428000		53
m6i.32xlarge	128	64	524288	x86_64	Intel	3.5					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	e	abcdf	6144000		73	abc	6848000		55
m6i.4xlarge	16	8	65536	x86_64	Intel	3.5					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	768000		66	abc	856000		56
m6i.8xlarge	32	16	131072	x86_64	Intel	3.5					12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	1536000		60	abc	1712000		54
m6i.large	2	1	8192	x86_64	Intel	3.5					781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	e	abcdf	96000		63	abc	107000		54
m6i.metal	128	64	524288	x86_64	Intel	3.5					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	me	abcdf	6144000		76	abc	6848000		55
m6i.xlarge	4	2	16384	x86_64	Intel	3.5					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	e	abcdf	192000		55	abc	214000		56
m6id.12xlarge	48	24	196608	x86_64	Intel	3.5			2850	2850	18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2847600		74	abc	3175200		56
m6id.16xlarge	64	32	262144	x86_64	Intel	3.5			3800	3800	25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3796800		70	abc	4233600		53
m6id.24xlarge	96	48	393216	x86_64	Intel	3.5			5700	5700	37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5695200		73	abc	6350400		56
m6id.2xlarge	8	4	32768	x86_64	Intel	3.5			474	474	3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	474600		58	abc	529200		55
m6id.32xlarge	128	64	524288	x86_64	Intel	3.5			7600	7600	50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	7593600		73	abc	8467200		55
m6id.4xlarge	16	8	65536	x86_64	Intel	3.5			950	950	6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	949200		67	abc	1058400		56
m6id.8xlarge	32	16	131072	x86_64	Intel	3.5			1900	1900	12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1898400		66	abc	2116800		55
m6id.large	2	1	8192	x86_64	Intel	3.5			118	118	781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	118650		66	abc	132300		55
m6id.metal	128	64	524288	x86_64	Intel	3.5			7600	7600	50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	7593600		74	abc	8467200		55
m6id.xlarge	4	2	16384	x86_64	Intel	3.5			237	237	1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	237300		65	abc	264600		54
m6idn.12xlarge	48	24	196608	x86_64	Intel	3.5			2850	2850	75000	75 Gigabit	37500	37500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3818880		65	abc	4268160		55
m6idn.16xlarge	64	32	262144	x86_64	Intel	3.5			3800	3800	100000	100 Gigabit	50000	50000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5091840		67	abc	5690880		54
m6idn.24xlarge	96	48	393216	x86_64	Intel	3.5			5700	5700	150000	150 Gigabit	75000	75000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	7637760		69	abc	8536320		48
m6idn.2xlarge	8	4	32768	x86_64	Intel	3.5			474	474	12500	Up to 40 Gigabit	25000	6250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	636480		51	abc	711360		54
m6idn.32xlarge	128	64	524288	x86_64	Intel	3.5			7600	7600	200000	200 Gigabit	100000	100000	16	8	50	2	2	nitro	on-demand,spot	hvm	ce	abcdf	10183680		65	abc	11381760		54
m6idn.4xlarge	16	8	65536	x86_64	Intel	3.5			950	950	25000	Up to 50 Gigabit	25000	12500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1272960		40	abc	1422720		52
m6idn.8xlarge	32	16	131072	x86_64	Intel	3.5			1900	1900	50000	50 Gigabit	25000	25000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2545920		57	abc	2845440		57
m6idn.large	2	1	8192	x86_64	Intel	3.5			118	118	3125	Up to 25 Gigabit	25000	1562	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	159120		66	abc	177840	e	57
m6idn.metal	128	64	524288	x86_64	Intel	3.5			7600	7600	200000	200 Gigabit	100000	100000	16	8	50	2	2		on-demand,spot	hvm	mce	abcdf	10183680		75	abc	11381760	e	38
m6idn.xlarge	4	2	16384	x86_64	Intel	3.5			237	237	6250	Up to 30 Gigabit	25000	3125	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	318240		53	abc	355680		54
m6in.12xlarge	48	24	196608	x86_64	Intel	3.5					75000	75 Gigabit	37500	37500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3341520		58	abc	3734640		47
m6in.16xlarge	64	32	262144	x86_64	Intel	3.5					100000	100 Gigabit	50000	50000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4455360		64	abc	4979520		54
m6in.24xlarge	96	48	393216	x86_64	Intel	3.5					150000	150 Gigabit	75000	75000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	6683040		56	abc	7469280		53
m6in.2xlarge	8	4	32768	x86_64	Intel	3.5					12500	Up to 40 Gigabit	25000	6250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	556920		62	abc	622440		53
m6in.32xlarge	128	64	524288	x86_64	Intel	3.5					200000	200 Gigabit	100000	100000	16	8	50	2	2	nitro	on-demand,spot	hvm	ce	abcdf	8910720		63	abc	9959040		53
m6in.4xlarge	16	8	65536	x86_64	Intel	3.5					25000	Up to 50 Gigabit	25000	12500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1113840		44	abc	1244880		53
m6in.8xlarge	32	16	131072	x86_64	Intel	3.5					50000	50 Gigabit	25000	25000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2227680		46	abc	2489760		45
m6in.large	2	1	8192	x86_64	Intel	3.5					3125	Up to 25 Gigabit	25000	1562	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	139230		64	abc	155610	e	53
m6in.metal	128	64	524288	x86_64	Intel	3.5					200000	200 Gigabit	100000	100000	16	8	50	2	2		on-demand,spot	hvm	mce	abcdf	8910720		69	abc	9959040	e	44
m6in.xlarge	4	2	16384	x86_64	Intel	3.5					6250	Up to 30 Gigabit	25000	3125	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	278460		56	abc	311220		48
m7a.12xlarge	48	48	196608	x86_64	AMD	3.7					18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2782080		70	abc	3100800		53
m7a.16xlarge	64	64	262144	x86_64	AMD	3.7					25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3709440		71	abc	4134400		55
m7a.24xlarge	96	96	393216	x86_64	AMD	3.7					37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5564160		73	abc	6201600		53
m7a.2xlarge	8	8	32768	x86_64	AMD	3.7					3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	463680		55	abc	516800		56
m7a.32xlarge	128	128	524288	x86_64	AMD	3.7					50000	50 Gigabit	40000	40000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	7418880		74	abc	8268800		56
m7a.48xlarge	192	192	786432	x86_64	AMD	3.7					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	11128320		72	abc	12403200		56
m7a.4xlarge	16	16	65536	x86_64	AMD	3.7					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	927360		60	abc	1033600		53
m7a.8xlarge	32	32	131072	x86_64	AMD	3.7					12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1854720		63	abc	2067200		54
m7a.large	2	2	8192	x86_64	AMD	3.7					781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	115920		70	abc	129200	e	56
m7a.medium	1	1	4096	x86_64	AMD	3.7					390	Up to 12.5 Gigabit	10000	325	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	57960		65	abc	64600	e	54
m7a.metal-48xl	192	192	786432	x86_64	AMD	3.7					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	11128320		77	abc	12403200		56
m7a.xlarge	4	4	16384	x86_64	AMD	3.7					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	231840		62	abc	258400		55
m7g.12xlarge	48	48	196608	arm64	AWS	2.6					22500	22.5 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1958400		71	abc	2182800		55
m7g.16xlarge	64	64	262144	arm64	AWS	2.6					30000	30 Gigabit	20000	20000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	2611200		71	abc	2910400		55
m7g.2xlarge	8	8	32768	arm64	AWS	2.6					3750	Up to 15 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	326400		64	abc	363800		55
m7g.4xlarge	16	16	65536	arm64	AWS	2.6					7500	Up to 15 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	652800		62	abc	727600		54
m7g.8xlarge	32	32	131072	arm64	AWS	2.6					15000	15 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1305600		64	abc	1455200		55
m7g.large	2	2	8192	arm64	AWS	2.6					937	Up to 12.5 Gigabit	10000	630	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	81600		64	abc	90950	e	53
m7g.medium	1	1	4096	arm64	AWS	2.6					520	Up to 12.5 Gigabit	10000	315	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	40800		66	abc	45475	e	53
m7g.metal	64	64	262144	arm64	AWS	2.6					30000	30 Gigabit	20000	20000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	2611200		75	abc	2910400		56
m7g.xlarge	4	4	16384	arm64	AWS	2.6					1876	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	163200		62	abc	181900		53
m7gd.12xlarge	48	48	196608	arm64	AWS	2.6			2850	2850	22500	22.5 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2562800		73	abc	2857700		55
m7gd.16xlarge	64	64	262144	arm64	AWS	2.6			3800	3800	30000	30 Gigabit	20000	20000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	3417100		76	abc	3810200		56
m7gd.2xlarge	8	8	32768	arm64	AWS	2.6			474	474	3750	Up to 15 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	427100		58	abc	476300		55
m7gd.4xlarge	16	16	65536	arm64	AWS	2.6			950	950	7500	Up to 15 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	854300		59	abc	952600		56
m7gd.8xlarge	32	32	131072	arm64	AWS	2.6			1900	1900	15000	15 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1708600		60	abc	1905100		55
m7gd.large	2	2	8192	arm64	AWS	2.6			118	118	937	Up to 12.5 Gigabit	10000	630	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	106800		50	abc	119086	e	55
m7gd.medium	1	1	4096	arm64	AWS	2.6			59	59	520	Up to 12.5 Gigabit	10000	315	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	53400		73	abc	59543	e	55
m7gd.metal	64	64	262144	arm64	AWS	2.6			3800	3800	30000	30 Gigabit	20000	20000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	3417100		80	abc	3810200		55
m7gd.xlarge	4	4	16384	arm64	AWS	2.6			237	237	1876	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	213600		53	abc	238100		54
m7i-flex.12xlarge	48	24	196608	x86_64	Intel	3.2					9375	Up to 18.75 Gigabit	15000	7500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	2298240		63	abc	2561520	e	56
m7i-flex.16xlarge	64	32	262144	x86_64	Intel	3.2					12500	Up to 25 Gigabit	20000	10000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	3064320		71	abc	3415360	e	54
m7i-flex.2xlarge	8	4	32768	x86_64	Intel	3.2					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	383040		50	abc	426920		52
m7i-flex.4xlarge	16	8	65536	x86_64	Intel	3.2					3125	Up to 12.5 Gigabit	10000	2500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	766080		61	abc	853840		46
m7i-flex.8xlarge	32	16	131072	x86_64	Intel	3.2					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1532160		62	abc	1707680		55
m7i-flex.large	2	1	8192	x86_64	Intel	3.2					390	Up to 12.5 Gigabit	10000	312	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	95760		69	abc	106730	e	55
m7i-flex.xlarge	4	2	16384	x86_64	Intel	3.2					781	Up to 12.5 Gigabit	10000	625	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	191520		62	abc	213460		57
m7i.12xlarge	48	24	196608	x86_64	Intel	3.2					18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2419200		70	abc	2696400		46
m7i.16xlarge	64	32	262144	x86_64	Intel	3.2					25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3225600		60	abc	3595200		49
m7i.24xlarge	96	48	393216	x86_64	Intel	3.2					37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4838400		65	abc	5392800		55
m7i.2xlarge	8	4	32768	x86_64	Intel	3.2					3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	403200		62	abc	449400		55
m7i.48xlarge	192	96	786432	x86_64	Intel	3.2					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	9676800		69	abc	10785600		56
m7i.4xlarge	16	8	65536	x86_64	Intel	3.2					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	806400		52	abc	898800		46
m7i.8xlarge	32	16	131072	x86_64	Intel	3.2					12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1612800		53	abc	1797600		54
m7i.large	2	1	8192	x86_64	Intel	3.2					781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	100800		68	abc	112350	e	54
m7i.metal-24xl	96	48	393216	x86_64	Intel	3.2					37500	37.5 Gigabit	30000	30000	15	15	50	1	0		on-demand,spot	hvm	mce	abcdf	5322240		75	abc	5932080		54
m7i.metal-48xl	192	96	786432	x86_64	Intel	3.2					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	9676800		75	abc	10785600		55
m7i.xlarge	4	2	16384	x86_64	Intel	3.2					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	201600		53	abc	224700		53
m8a.12xlarge	48	48	196608	x86_64	AMD	4.5					22500	22.5 Gigabit	15000	15000	12	12	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2921280			abc	3255947	e	
m8a.16xlarge	64	64	262144	x86_64	AMD	4.5					30000	30 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3895040			abc	4341263	e	
m8a.24xlarge	96	96	393216	x86_64	AMD	4.5					40000	40 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5842560			abc	6511894	e	
m8a.2xlarge	8	8	32768	x86_64	AMD	4.5					3750	Up to 15 Gigabit	10000	2500	4	4	40	1	0	nitro	on-demand,spot	hvm	ce	abcdf	486880			abc	542658	e	
m8a.48xlarge	192	192	786432	x86_64	AMD	4.5					75000	75 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	11685120			abc	13023788	e	
m8a.4xlarge	16	16	65536	x86_64	AMD	4.5					7500	Up to 15 Gigabit	10000	5000	8	8	40	1	0	nitro	on-demand,spot	hvm	ce	abcdf	973760			abc	1085316	e	
m8a.8xlarge	32	32	131072	x86_64	AMD	4.5					15000	15 Gigabit	10000	10000	10	10	40	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1947520			abc	2170631	e	
m8a.large	2	2	8192	x86_64	AMD	4.5					937	Up to 12.5 Gigabit	10000	650	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	121720			abc	135664	e	
m8a.medium	1	1	4096	x86_64	AMD	4.5					520	Up to 12.5 Gigabit	10000	325	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	60860			abc	67832	e	
m8a.metal-24xl	96	96	393216	x86_64	AMD	4.5					40000	40 Gigabit	30000	30000	16	16	64	1	0		on-demand,spot	hvm	mce	abcdf	6426820			abc	7163088	e	
m8a.metal-48xl	192	192	786432	x86_64	AMD	4.5					75000	75 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	11685120			abc	13023788	e	
m8a.xlarge	4	4	16384	x86_64	AMD	4.5					1875	Up to 12.5 Gigabit	10000	1250	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	243440			abc	271329	e	
m8azn.12xlarge	48	48	196608	x86_64	AMD	5					100000	100 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4955040			abc	5522698	e	
m8azn.24xlarge	96	96	393216	x86_64	AMD	5					200000	200 Gigabit	60000	60000	16	16	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	9910080			abc	11045396	e	
m8azn.3xlarge	12	12	49152	x86_64	AMD	5					25000	Up to 50 Gigabit	15000	7500	8	8	40	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1238760			abc	1380675	e	
m8azn.6xlarge	24	24	98304	x86_64	AMD	5					50000	50 Gigabit	15000	15000	8	8	40	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2477520			abc	2761349	e	
m8azn.large	2	2	8192	x86_64	AMD	5					4170	Up to 30 Gigabit	15000	1250	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	206460			abc	230112	e	
m8azn.medium	1	1	4096	x86_64	AMD	5					2080	Up to 25 Gigabit	15000	625	3	3	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	103230			abc	115056	e	
m8azn.metal-12xl	48	48	196608	x86_64	AMD	5					100000	100 Gigabit	30000	30000	16	16	64	1	0		on-demand,spot	hvm	mce	abcdf	5450540			abc	6074963	e	
m8azn.metal-24xl	96	96	393216	x86_64	AMD	5					200000	200 Gigabit	60000	60000	16	16	64	1	1		on-demand,spot	hvm	mce	abcdf	10901090			abc	12149938	e	
m8azn.xlarge	4	4	16384	x86_64	AMD	5					8330	Up to 40 Gigabit	15000	2500	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	412920			abc	460225	e	
m8g.12xlarge	48	48	196608	arm64	AWS	2.8					22500	22.5 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2154240		69	abc	2401080	e	55
m8g.16xlarge	64	64	262144	arm64	AWS	2.8					30000	30 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2872320		70	abc	3201440	e	55
m8g.24xlarge	96	96	393216	arm64	AWS	2.8					40000	40 Gigabit	30000	30000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	4308480		69	abc	4802160	e	57
m8g.2xlarge	8	8	32768	arm64	AWS	2.8					3750	Up to 15 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	359040		62	abc	400180	e	53
m8g.48xlarge	192	192	786432	arm64	AWS	2.7					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	8616960		49	abc	9604320	e	55
m8g.4xlarge	16	16	65536	arm64	AWS	2.8					7500	Up to 15 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	718080		57	abc	800360	e	55
m8g.8xlarge	32	32	131072	arm64	AWS	2.8					15000	15 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1436160		68	abc	1600720	e	53
m8g.large	2	2	8192	arm64	AWS	2.8					937	Up to 12.5 Gigabit	10000	630	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	89760		65	abc	100045	e	54
m8g.medium	1	1	4096	arm64	AWS	2.8					520	Up to 12.5 Gigabit	10000	315	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	44880		64	abc	50022	e	56
m8g.metal-24xl	96	96	393216	arm64	AWS	2.8					40000	40 Gigabit	30000	30000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	4739330		61	abc	5282378	e	58
m8g.metal-48xl	192	192	786432	arm64	AWS	2.7					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	8616960		64	abc	9604320	e	58
m8g.xlarge	4	4	16384	arm64	AWS	2.8					1875	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	179520		72	abc	200090	e	52
m8gb.12xlarge	48	48	196608	arm64	AWS	2.8					100000	100 Gigabit	75000	75000	12	12	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	3492000			abc	3892125	e	
m8gb.16xlarge	64	64	262144	arm64	AWS	2.8					133330	133.33 Gigabit	100000	100000	16	16	50	1	1	nitro	on-demand,spot	hvm	ce	abcd	4656000			abc	5189500	e	
m8gb.24xlarge	96	96	393216	arm64	AWS	2.8					200000	200 Gigabit	150000	150000	24	24	50	1	1	nitro	on-demand,spot	hvm	ce	abcd	6984000			abc	7784250	e	
m8gb.2xlarge	8	8	32768	arm64	AWS	2.8					16666	Up to 33.33 Gigabit	25000	12500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	582000			abc	648687	e	
m8gb.48xlarge	192	192	786432	arm64	AWS	2.7					400000	400 Gigabit	300000	300000	24	12	50	2	2	nitro	on-demand,spot	hvm	ce	abcd	13968000			abc	15568500	e	
m8gb.4xlarge	16	16	65536	arm64	AWS	2.8					33330	33.33 Gigabit	25000	25000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	1164000			abc	1297375	e	
m8gb.8xlarge	32	32	131072	arm64	AWS	2.8					66660	66.66 Gigabit	50000	50000	10	10	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	2328000			abc	2594750	e	
m8gb.large	2	2	8192	arm64	AWS	2.8					4166	Up to 20 Gigabit	25000	3125	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcd	145500			abc	162172	e	
m8gb.medium	1	1	4096	arm64	AWS	2.8					2083	Up to 16.66 Gigabit	25000	1562	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcd	72750			abc	81086	e	
m8gb.metal-24xl	96	96	393216	arm64	AWS	2.8					200000	200 Gigabit	150000	150000	24	24	50	1	1		on-demand,spot	hvm	mce	abcd	14806080						
m8gb.metal-48xl	192	192	786432	arm64	AWS	2.7					400000	400 Gigabit	300000	300000	24	12	50	2	2		on-demand,spot	hvm	mce	abcd	13968000						
m8gb.xlarge	4	4	16384	arm64	AWS	2.8					8333	Up to 26.66 Gigabit	25000	6250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	291000			abc	324344	e	
m8gd.12xlarge	48	48	196608	arm64	AWS	2.8			2850	2850	22500	22.5 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2767680		68	abc	3086071	e	
m8gd.16xlarge	64	64	262144	arm64	AWS	2.8			3800	3800	30000	30 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3690240		72	abc	4114762	e	
m8gd.24xlarge	96	96	393216	arm64	AWS	2.8			5700	5700	40000	40 Gigabit	30000	30000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	5535360		72	abc	6172143	e	
m8gd.2xlarge	8	8	32768	arm64	AWS	2.8			474	474	3750	Up to 15 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	461280		63	abc	514345	e	
m8gd.48xlarge	192	192	786432	arm64	AWS	2.7			11400	11400	50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	11070720		69	abc	12344285	e	
m8gd.4xlarge	16	16	65536	arm64	AWS	2.8			950	950	7500	Up to 15 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	922560		59	abc	1028690	e	
m8gd.8xlarge	32	32	131072	arm64	AWS	2.8			1900	1900	15000	15 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1845120		67	abc	2057381	e	
m8gd.large	2	2	8192	arm64	AWS	2.8			118	118	937	Up to 12.5 Gigabit	10000	630	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	115320		59	abc	128586	e	
m8gd.medium	1	1	4096	arm64	AWS	2.8			59	59	520	Up to 12.5 Gigabit	10000	315	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	57660		71	abc	64293	e	
m8gd.metal-24xl	96	96	393216	arm64	AWS	2.8			5700	5700	40000	40 Gigabit	30000	30000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	6088900		72	abc	6789361	e	
m8gd.metal-48xl	192	192	786432	arm64	AWS	2.7			11400	11400	50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	11070720		82	abc	12344285	e	
m8gd.xlarge	4	4	16384	arm64	AWS	2.8			237	237	1875	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	230640		61	abc	257173	e	
m8gn.12xlarge	48	48	196608	arm64	AWS	2.8					150000	150 Gigabit	30000	30000	12	12	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	3492000			abc	3892125	e	
m8gn.16xlarge	64	64	262144	arm64	AWS	2.8					200000	200 Gigabit	40000	40000	16	16	50	1	1	nitro	on-demand,spot	hvm	ce	abcd	4656000			abc	5189500	e	
m8gn.24xlarge	96	96	393216	arm64	AWS	2.8					300000	300 Gigabit	60000	60000	24	24	50	1	1	nitro	on-demand,spot	hvm	ce	abcd	6984000			abc	7784250	e	
m8gn.2xlarge	8	8	32768	arm64	AWS	2.8					25000	Up to 50 Gigabit	10000	5000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	582000			abc	648687	e	
m8gn.48xlarge	192	192	786432	arm64	AWS	2.7					600000	600 Gigabit	120000	120000	24	12	50	2	2	nitro	on-demand,spot	hvm	ce	abcd	13968000			abc	15568500	e	
m8gn.4xlarge	16	16	65536	arm64	AWS	2.8					50000	50 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	1164000			abc	1297375	e	
m8gn.8xlarge	32	32	131072	arm64	AWS	2.8					100000	100 Gigabit	20000	20000	10	10	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	2328000			abc	2594750	e	
m8gn.large	2	2	8192	arm64	AWS	2.8					6250	Up to 30 Gigabit	10000	1250	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcd	145500			abc	162172	e	
m8gn.medium	1	1	4096	arm64	AWS	2.8					3125	Up to 25 Gigabit	10000	760	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcd	72800			abc	81142	e	
m8gn.metal-24xl	96	96	393216	arm64	AWS	2.8					300000	300 Gigabit	60000	60000	24	24	50	1	1		on-demand,spot	hvm	mce	abcd	7403000						
m8gn.metal-48xl	192	192	786432	arm64	AWS	2.7					600000	600 Gigabit	120000	120000	24	12	50	2	2		on-demand,spot	hvm	mce	abcd	13968000						
m8gn.xlarge	4	4	16384	arm64	AWS	2.8					12500	Up to 40 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	291000			abc	324344	e	
m8i-flex.12xlarge	48	24	196608	x86_64	Intel	3.9					11250	Up to 22.5 Gigabit	15000	7500	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2413200			abc	2689713	e	
m8i-flex.16xlarge	64	32	262144	x86_64	Intel	3.9					15000	Up to 30 Gigabit	20000	10000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3217600			abc	3586283	e	
m8i-flex.2xlarge	8	4	32768	x86_64	Intel	3.9					1875	Up to 15 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	402200			abc	448285	e	
m8i-flex.4xlarge	16	8	65536	x86_64	Intel	3.9					3750	Up to 15 Gigabit	10000	2500	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	804400			abc	896571	e	
m8i-flex.8xlarge	32	16	131072	x86_64	Intel	3.9					7500	Up to 15 Gigabit	10000	5000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1608800			abc	1793142	e	
m8i-flex.large	2	1	8192	x86_64	Intel	3.9					468	Up to 12.5 Gigabit	10000	315	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	100550			abc	112071	e	
m8i-flex.xlarge	4	2	16384	x86_64	Intel	3.9					937	Up to 12.5 Gigabit	10000	630	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	201100			abc	224143	e	
m8i.12xlarge	48	24	196608	x86_64	Intel	3.9					22500	22.5 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2540160			abc	2831220	e	
m8i.16xlarge	64	32	262144	x86_64	Intel	3.9					30000	30 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3386880			abc	3774960	e	
m8i.24xlarge	96	48	393216	x86_64	Intel	3.9					40000	40 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5080320			abc	5662440	e	
m8i.2xlarge	8	4	32768	x86_64	Intel	3.9					3750	Up to 15 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	423360			abc	471870	e	
m8i.32xlarge	128	64	524288	x86_64	Intel	3.9					50000	50 Gigabit	40000	40000	24	24	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	6773760			abc	7549920	e	
m8i.48xlarge	192	96	786432	x86_64	Intel	3.9					75000	75 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	10160640			abc	11324880	e	
m8i.4xlarge	16	8	65536	x86_64	Intel	3.9					7500	Up to 15 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	846720			abc	943740	e	
m8i.8xlarge	32	16	131072	x86_64	Intel	3.9					15000	15 Gigabit	10000	10000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1693440			abc	1887480	e	
m8i.96xlarge	384	192	1572864	x86_64	Intel	3.9					100000	100 Gigabit	80000	80000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	20321280			abc	22649760	e	
m8i.large	2	1	8192	x86_64	Intel	3.9					937	Up to 12.5 Gigabit	10000	650	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	105840			abc	117968	e	
m8i.metal-48xl	192	96	786432	x86_64	Intel	3.9					75000	75 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	10160640			abc	11324880	e	
m8i.metal-96xl	384	192	1572864	x86_64	Intel	3.9					100000	100 Gigabit	80000	80000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	20321280			abc	22649760	e	
m8i.xlarge	4	2	16384	x86_64	Intel	3.9					1875	Up to 12.5 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	211680			abc	235935	e	
m8ib.12xlarge	48	24	196608	x86_64	Intel	3.9					50000	50 Gigabit	37500	37500	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4009920			abc	4469390	e	
m8ib.16xlarge	64	32	262144	x86_64	Intel	3.9					66660	66.66 Gigabit	50000	50000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5346560			abc	5959187	e	
m8ib.24xlarge	96	48	393216	x86_64	Intel	3.9					100000	100 Gigabit	75000	75000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	8019840			abc	8938780	e	
m8ib.2xlarge	8	4	32768	x86_64	Intel	3.9					8333	Up to 26.66 Gigabit	25000	6250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	668320			abc	744898	e	
m8ib.32xlarge	128	64	524288	x86_64	Intel	3.9					133330	133.33 Gigabit	100000	100000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	10693120			abc	11918373	e	
m8ib.48xlarge	192	96	786432	x86_64	Intel	3.9					200000	200 Gigabit	150000	150000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	16039680			abc	17877560	e	
m8ib.4xlarge	16	8	65536	x86_64	Intel	3.9					16666	Up to 33.33 Gigabit	25000	12500	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1336640			abc	1489797	e	
m8ib.8xlarge	32	16	131072	x86_64	Intel	3.9					33330	33.33 Gigabit	25000	25000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2673280			abc	2979593	e	
m8ib.96xlarge	384	192	1572864	x86_64	Intel	3.9					400000	400 Gigabit	300000	300000	24	12	64	2	2	nitro	on-demand,spot	hvm	ce	abcdf	32079360			abc	35755120	e	
m8ib.large	2	1	8192	x86_64	Intel	3.9					2083	Up to 16.66 Gigabit	25000	1563	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	167080			abc	186225	e	
m8ib.metal-48xl	192	96	786432	x86_64	Intel	3.9					200000	200 Gigabit	150000	150000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	17643650						
m8ib.metal-96xl	384	192	1572864	x86_64	Intel	3.9					400000	400 Gigabit	300000	300000	24	12	64	2	2		on-demand,spot	hvm	mce	abcdf	32079360						
m8ib.xlarge	4	2	16384	x86_64	Intel	3.9					4166	Up to 20 Gigabit	25000	3125	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	334160			abc	372449	e	
m8id.12xlarge	48	24	196608	x86_64	Intel	3.9			2850	2850	22500	22.5 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3132480			bc	3491410	e	
m8id.16xlarge	64	32	262144	x86_64	Intel	3.9			3800	3800	30000	30 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4176640			bc	4655213	e	
m8id.24xlarge	96	48	393216	x86_64	Intel	3.9			5700	5700	40000	40 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	6264960			bc	6982820	e	
m8id.2xlarge	8	4	32768	x86_64	Intel	3.9			474	474	3750	Up to 15 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	522080			bc	581902	e	
m8id.32xlarge	128	64	524288	x86_64	Intel	3.9			7600	7600	50000	50 Gigabit	40000	40000	24	24	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	8353280			bc	9310427	e	
m8id.48xlarge	192	96	786432	x86_64	Intel	3.9			11400	11400	75000	75 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	12529920			bc	13965640	e	
m8id.4xlarge	16	8	65536	x86_64	Intel	3.9			950	950	7500	Up to 15 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1044160			bc	1163803	e	
m8id.8xlarge	32	16	131072	x86_64	Intel	3.9			1900	1900	15000	15 Gigabit	10000	10000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2088320			bc	2327607	e	
m8id.96xlarge	384	192	1572864	x86_64	Intel	3.9			22800	22800	100000	100 Gigabit	80000	80000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	25059840			bc	27931280	e	
m8id.large	2	1	8192	x86_64	Intel	3.9			118	118	937	Up to 12.5 Gigabit	10000	650	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	130520			bc	145475	e	
m8id.metal-48xl	192	96	786432	x86_64	Intel	3.9			11400	11400	75000	75 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	12529920			bc	13965640	e	
m8id.metal-96xl	384	192	1572864	x86_64	Intel	3.9			22800	22800	100000	100 Gigabit	80000	80000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	25059840			bc	27931280	e	
m8id.xlarge	4	2	16384	x86_64	Intel	3.9			237	237	1875	Up to 12.5 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	261040			bc	290951	e	
m8idb.12xlarge	48	24	196608	x86_64	Intel	3.9			2850	2850	50000	50 Gigabit	37500	37500	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	4582560			ac	5107645	e	
m8idb.16xlarge	64	32	262144	x86_64	Intel	3.9			3800	3800	66660	66.66 Gigabit	50000	50000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	6110080			ac	6810193	e	
m8idb.24xlarge	96	48	393216	x86_64	Intel	3.9			5700	5700	100000	100 Gigabit	75000	75000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	9165120			ac	10215290	e	
m8idb.2xlarge	8	4	32768	x86_64	Intel	3.9			474	474	8333	Up to 26.66 Gigabit	25000	6250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	763760			ac	851274	e	
m8idb.32xlarge	128	64	524288	x86_64	Intel	3.9			7600	7600	133330	133.33 Gigabit	100000	100000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	12220160			ac	13620387	e	
m8idb.48xlarge	192	96	786432	x86_64	Intel	3.9			11400	11400	200000	200 Gigabit	150000	150000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcd	18330240			ac	20430580	e	
m8idb.4xlarge	16	8	65536	x86_64	Intel	3.9			950	950	16666	Up to 33.33 Gigabit	25000	12500	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	1527520			ac	1702548	e	
m8idb.8xlarge	32	16	131072	x86_64	Intel	3.9			1900	1900	33330	33.33 Gigabit	25000	25000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	3055040			ac	3405097	e	
m8idb.96xlarge	384	192	1572864	x86_64	Intel	3.9			22800	22800	400000	400 Gigabit	300000	300000	24	12	64	2	2	nitro	on-demand,spot	hvm	ce	abcd	36660480			ac	40861160	e	
m8idb.large	2	1	8192	x86_64	Intel	3.9			118	118	2083	Up to 16.66 Gigabit	25000	1563	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	190940			ac	212819	e	
m8idb.metal-48xl	192	96	786432	x86_64	Intel	3.9			11400	11400	200000	200 Gigabit	150000	150000	24	24	64	1	1		on-demand,spot	hvm	mce	abcd	20163260						
m8idb.metal-96xl	384	192	1572864	x86_64	Intel	3.9			22800	22800	400000	400 Gigabit	300000	300000	24	12	64	2	2		on-demand,spot	hvm	mce	abcd	36660480						
m8idb.xlarge	4	2	16384	x86_64	Intel	3.9			237	237	4166	Up to 20 Gigabit	25000	3125	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	381880			ac	425637	e	
m8idn.12xlarge	48	24	196608	x86_64	Intel	3.9			2850	2850	75000	75 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	4582560			ac	5107645	e	
m8idn.16xlarge	64	32	262144	x86_64	Intel	3.9			3800	3800	100000	100 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	6110080			ac	6810193	e	
m8idn.24xlarge	96	48	393216	x86_64	Intel	3.9			5700	5700	150000	150 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	9165120			ac	10215290	e	
m8idn.2xlarge	8	4	32768	x86_64	Intel	3.9			474	474	12500	Up to 40 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	763760			ac	851274	e	
m8idn.32xlarge	128	64	524288	x86_64	Intel	3.9			7600	7600	200000	200 Gigabit	40000	40000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	12220160			ac	13620387	e	
m8idn.48xlarge	192	96	786432	x86_64	Intel	3.9			11400	11400	300000	300 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcd	18330240			ac	20430580	e	
m8idn.4xlarge	16	8	65536	x86_64	Intel	3.9			950	950	25000	Up to 50 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	1527520			ac	1702548	e	
m8idn.8xlarge	32	16	131072	x86_64	Intel	3.9			1900	1900	50000	50 Gigabit	10000	10000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	3055040			ac	3405097	e	
m8idn.96xlarge	384	192	1572864	x86_64	Intel	3.9			22800	22800	600000	600 Gigabit	120000	120000	24	12	64	2	2	nitro	on-demand,spot	hvm	ce	abcd	36660480			ac	40861160	e	
m8idn.large	2	1	8192	x86_64	Intel	3.9			118	118	3125	Up to 25 Gigabit	10000	650	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	190940			ac	212819	e	
m8idn.metal-48xl	192	96	786432	x86_64	Intel	3.9			11400	11400	300000	300 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcd	20163260						
m8idn.metal-96xl	384	192	1572864	x86_64	Intel	3.9			22800	22800	600000	600 Gigabit	120000	120000	24	12	64	2	2		on-demand,spot	hvm	mce	abcd	36660480						
m8idn.xlarge	4	2	16384	x86_64	Intel	3.9			237	237	6250	Up to 30 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	381880			ac	425637	e	
m8in.12xlarge	48	24	196608	x86_64	Intel	3.9					75000	75 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4009920			abc	4469390	e	
m8in.16xlarge	64	32	262144	x86_64	Intel	3.9					100000	100 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5346560			abc	5959187	e	
m8in.24xlarge	96	48	393216	x86_64	Intel	3.9					150000	150 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	8019840			abc	8938780	e	
m8in.2xlarge	8	4	32768	x86_64	Intel	3.9					12500	Up to 40 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	668320			abc	744898	e	
m8in.32xlarge	128	64	524288	x86_64	Intel	3.9					200000	200 Gigabit	40000	40000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	10693120			abc	11918373	e	
m8in.48xlarge	192	96	786432	x86_64	Intel	3.9					300000	300 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	16039680			abc	17877560	e	
m8in.4xlarge	16	8	65536	x86_64	Intel	3.9					25000	Up to 50 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1336640			abc	1489797	e	
m8in.8xlarge	32	16	131072	x86_64	Intel	3.9					50000	50 Gigabit	10000	10000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2673280			abc	2979593	e	
m8in.96xlarge	384	192	1572864	x86_64	Intel	3.9					600000	600 Gigabit	120000	120000	24	12	64	2	2	nitro	on-demand,spot	hvm	ce	abcdf	32079360			abc	35755120	e	
m8in.large	2	1	8192	x86_64	Intel	3.9					3125	Up to 25 Gigabit	10000	650	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	167080			abc	186225	e	
m8in.metal-48xl	192	96	786432	x86_64	Intel	3.9					300000	300 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	17643650						
m8in.metal-96xl	384	192	1572864	x86_64	Intel	3.9					600000	600 Gigabit	120000	120000	24	12	64	2	2		on-demand,spot	hvm	mce	abcdf	32079360						
m8in.xlarge	4	2	16384	x86_64	Intel	3.9					6250	Up to 30 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	334160			abc	372449	e	
m8ine.12xlarge	48	24	196608	x86_64	Intel	3.9					75000	75 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	5012400						
m8ine.2xlarge	8	4	32768	x86_64	Intel	3.9					12500	12.5 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	835400						
m8ine.4xlarge	16	8	65536	x86_64	Intel	3.9					25000	25 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	1670800						
m8ine.8xlarge	32	16	131072	x86_64	Intel	3.9					50000	50 Gigabit	10000	10000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	3341600						
m8ine.large	2	1	8192	x86_64	Intel	3.9					3125	3.125 Gigabit	10000	650	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	208850						
m8ine.xlarge	4	2	16384	x86_64	Intel	3.9					6250	6.25 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	417700						
m9g.12xlarge	48	48	196608	arm64	AWS	3.3					25000	25 Gigabit	18000	18000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	2348160			abc	2617220	e	
m9g.16xlarge	64	64	262144	arm64	AWS	3.3					34000	34 Gigabit	24000	24000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	3130880			abc	3489627	e	
m9g.24xlarge	96	96	393216	arm64	AWS	3.3					50000	50 Gigabit	36000	36000	24	24	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	4696320			abc	5234440	e	
m9g.2xlarge	8	8	32768	arm64	AWS	3.3					4250	Up to 17 Gigabit	12000	3000	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	391360			abc	436203	e	
m9g.48xlarge	192	192	786432	arm64	AWS	3.3					100000	100 Gigabit	72000	72000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcd	9392640			abc	10468880	e	
m9g.4xlarge	16	16	65536	arm64	AWS	3.3					8500	Up to 17 Gigabit	12000	6000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	782720			abc	872407	e	
m9g.8xlarge	32	32	131072	arm64	AWS	3.3					17000	17 Gigabit	12000	12000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	1565440			abc	1744813	e	
m9g.large	2	2	8192	arm64	AWS	3.3					1000	Up to 15 Gigabit	12000	760	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	97840			abc	109051	e	
m9g.medium	1	1	4096	arm64	AWS	3.3					550	Up to 15 Gigabit	12000	380	2	2	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	48920			abc	54525	e	
m9g.metal-48xl	192	192	786432	arm64	AWS	3.3					100000	100 Gigabit	72000	72000	24	24	64	1	1		on-demand,spot	hvm	mce	abcd	10331900			abc	11515764	e	
m9g.xlarge	4	4	16384	arm64	AWS	3.3					2100	Up to 15 Gigabit	12000	1500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	195680			abc	218102	e	
m9gd.12xlarge	48	48	196608	arm64	AWS	3.3			2850	2850	25000	25 Gigabit	18000	18000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	3016800			abc	3363850	e	
m9gd.16xlarge	64	64	262144	arm64	AWS	3.3			3800	3800	34000	34 Gigabit	24000	24000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	4022400			abc	4485133	e	
m9gd.24xlarge	96	96	393216	arm64	AWS	3.3			5700	5700	50000	50 Gigabit	36000	36000	24	24	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	6033600			abc	6727700	e	
m9gd.2xlarge	8	8	32768	arm64	AWS	3.3			474	474	4250	Up to 17 Gigabit	12000	3000	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	502800			abc	560642	e	
m9gd.48xlarge	192	192	786432	arm64	AWS	3.3			11400	11400	100000	100 Gigabit	72000	72000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcd	12067200			abc	13455399	e	
m9gd.4xlarge	16	16	65536	arm64	AWS	3.3			950	950	8500	Up to 17 Gigabit	12000	6000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	1005600			abc	1121283	e	
m9gd.8xlarge	32	32	131072	arm64	AWS	3.3			1900	1900	17000	17 Gigabit	12000	12000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	2011200			abc	2242567	e	
m9gd.large	2	2	8192	arm64	AWS	3.3			118	118	1000	Up to 15 Gigabit	12000	760	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	125700			abc	140160	e	
m9gd.medium	1	1	4096	arm64	AWS	3.3			59	59	550	Up to 15 Gigabit	12000	380	2	2	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	62850			abc	70080	e	
m9gd.metal-48xl	192	192	786432	arm64	AWS	3.3			11400	11400	100000	100 Gigabit	72000	72000	24	24	64	1	1		on-demand,spot	hvm	mce	abcd	13273920			abc	14800939	e	
m9gd.xlarge	4	4	16384	arm64	AWS	3.3			237	237	2100	Up to 15 Gigabit	12000	1500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	251400			abc	280321	e	
mac-m3ultra.metal	28	28	262144	arm64_mac	Apple	4					10000	10 Gigabit	10000	10000	8	8	30	1	0		on-demand	hvm	mc	abcd							
mac-m4.metal	10	10	24576	arm64_mac	Apple	3.5			1900	1900	10000	10 Gigabit	8000	8000	8	8	30	1	0		on-demand	hvm	mce	abcd				abc			
mac-m4max.metal	16	16	131072	arm64_mac	Apple	4					10000	10 Gigabit	10000	10000	8	8	30	1	0		on-demand	hvm	mc	bc							
mac-m4pro.metal	14	14	49152	arm64_mac	Apple	3.5			1900	1900	10000	10 Gigabit	8000	8000	8	8	30	1	0		on-demand	hvm	mce	abcd							
mac1.metal	12	6	32768	x86_64_mac	Intel	3.2					25000	25 Gigabit	14000	14000	8	8	30	1	0		on-demand	hvm	mc	bc				bc			
mac2-m1ultra.metal	20	20	131072	arm64_mac	Apple	3.2					10000	10 Gigabit	10000	10000	8	8	30	1	0		on-demand	hvm	mc	bc							
mac2-m2.metal	8	8	24576	arm64_mac	Apple	3.5					10000	10 Gigabit	8000	8000	8	8	30	1	0		on-demand	hvm	mc	bc							
mac2-m2pro.metal	12	12	32768	arm64_mac	Apple	3.5					10000	10 Gigabit	8000	8000	8	8	30	1	0		on-demand	hvm	mc	bc							
mac2.metal	8	4	16384	arm64_mac	Apple	3.2					10000	10 Gigabit	10000	10000	8	8	30	1	0		on-demand	hvm	mc	abcd				bc			
p3dn.24xlarge	96	48	786432	x86_64	Intel	2.5	NVIDIA/V100/8/32768/0		1800	1800	100000	100 Gigabit	19000	19000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	cd	31212000		87	bc	33711000		51
p4d.24xlarge	96	48	1179648	x86_64	Intel	3	NVIDIA/A100/8/40960/0		8000	8000	400000	4x 100 Gigabit	19000	19000	60	15	50	4	4	nitro	capacity-block,on-demand,spot	hvm	ce	abcd	21957642		67	c	23715689		34
p4de.24xlarge	96	48	1179648	x86_64	Intel	3	NVIDIA/A100/8/81920/0		8000	8000	400000	4x 100 Gigabit	19000	19000	60	15	50	4	4	nitro	capacity-block,on-demand,spot	hvm	ce	bc	27447050		65				
p5.48xlarge	192	96	2097152	x86_64	AMD	3.6	NVIDIA/H100/8/81920/0		30400	30400	3200000	3200 Gigabit	80000	80000	64	2	50	32	32	nitro	capacity-block,on-demand,spot	hvm	ce	abcdef	55040000		52				
p5.4xlarge	16	8	262144	x86_64	AMD	3.6	NVIDIA/H100/1/81920/0		3800	3800	100000	100 Gigabit	10000	10000	4	4	30	1	1	nitro	capacity-block,on-demand,spot	hvm	ce	abcdef	6880000						
p5e.48xlarge	192	96	2097152	x86_64	AMD	3.6	NVIDIA/H200/8/144384/0		30400	30400	3200000	3200 Gigabit	80000	80000	64	2	50	32	32	nitro	capacity-block,on-demand,spot	hvm	ce								
p5en.48xlarge	192	96	2097152	x86_64	Intel	2.4	NVIDIA/H200/8/144384/0		30400	30400	3200000	3200 Gigabit	100000	100000	64	4	50	16	16	nitro	capacity-block,on-demand,spot	hvm	ce	ac	63296000		64				
p6-b200.48xlarge	192	96	2097152	x86_64	Intel	2.4	NVIDIA/B200/8/183359/0		30400	30400	3200000	3200 Gigabit	100000	100000	32	4	50	8	8	nitro	capacity-block,on-demand,spot	hvm	ce	c	113932800						
p6-b300.48xlarge	192	96	4194304	x86_64	Intel	2.4	NVIDIA/B300/8/275040/0		30400	30400	6400000	6400 Gigabit	100000	100000	68	4	50	17	16	nitro	capacity-block,on-demand,spot	hvm	ce	ac	142416000						
r3.2xlarge	8	4	62464	x86_64	Intel	2.5				160	1000	High	1000	1000	4	4	15	1	0	xen	on-demand,spot	hvm		abce	665000		65	abc	741000		56
r3.4xlarge	16	8	124928	x86_64	Intel	2.5				320	2000	High	2000	2000	8	8	30	1	0	xen	on-demand,spot	hvm		abce	1330000		64	abc	1482000		55
r3.8xlarge	32	16	249856	x86_64	Intel	2.5				640	10000	10 Gigabit			8	8	30	1	0	xen	on-demand,spot	hvm		abce	2660000		58	abc	2964000		55
r3.large	2	1	15360	x86_64	Intel	2.5				32	500	Moderate			3	3	10	1	0	xen	on-demand,spot	hvm		abce	166000		69	abc	185000		55
r3.xlarge	4	2	31232	x86_64	Intel	2.5				80	700	Moderate	500	500	4	4	15	1	0	xen	on-demand,spot	hvm		abce	333000		68	abc	371000		45
r4.16xlarge	64	32	499712	x86_64	Intel	2.3					25000	25 Gigabit	14000	14000	15	15	50	1	0	xen	on-demand,spot	hvm		abcdef	4256000		64	abc	4742400		56
r4.2xlarge	8	4	62464	x86_64	Intel	2.3					2500	Up to 10 Gigabit	1700	1700	4	4	15	1	0	xen	on-demand,spot	hvm		abcdef	532000		51	abc	592800		53
r4.4xlarge	16	8	124928	x86_64	Intel	2.3					5000	Up to 10 Gigabit	3500	3500	8	8	30	1	0	xen	on-demand,spot	hvm		abcdef	1064000		59	abc	1185600		54
r4.8xlarge	32	16	249856	x86_64	Intel	2.3					10000	10 Gigabit	7000	7000	8	8	30	1	0	xen	on-demand,spot	hvm		abcdef	2128000		65	abc	2371200		54
r4.large	2	1	15616	x86_64	Intel	2.3					750	Up to 10 Gigabit	425	425	3	3	10	1	0	xen	on-demand,spot	hvm		abcdef	133000		64	abc	148200		55
r4.xlarge	4	2	31232	x86_64	Intel	2.3					1250	Up to 10 Gigabit	850	850	4	4	15	1	0	xen	on-demand,spot	hvm		abcdef	266000		59	abc	296400		55
r5.12xlarge	48	24	393216	x86_64	Intel	3.1					12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm		abcdf	3024000		69	abc	3384000		56
r5.16xlarge	64	32	524288	x86_64	Intel	3.1					20000	20 Gigabit	13600	13600	15	15	50	1	0	nitro	on-demand,spot	hvm		abcdf	4032000		76	abc	4512000		56
r5.24xlarge	96	48	786432	x86_64	Intel	3.1					25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm		abcdf	6048000		64	abc	6768000		55
r5.2xlarge	8	4	65536	x86_64	Intel	3.1					2500	Up to 10 Gigabit	4750	2300	4	4	15	1	0	nitro	on-demand,spot	hvm		abcdf	504000		61	abc	564000		55
r5.4xlarge	16	8	131072	x86_64	Intel	3.1					5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm		abcdf	1008000		65	abc	1128000		55
r5.8xlarge	32	16	262144	x86_64	Intel	3.1					10000	10 Gigabit	6800	6800	8	8	30	1	0	nitro	on-demand,spot	hvm		abcdf	2016000		76	abc	2256000		55
r5.large	2	1	16384	x86_64	Intel	3.1					750	Up to 10 Gigabit	4750	650	3	3	10	1	0	nitro	on-demand,spot	hvm		abcdf	126000		60	abc	141000		55
r5.metal	96	48	786432	x86_64	Intel	3.1					25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	m	abcdf	6048000		76	abc	6768000		56
r5.xlarge	4	2	32768	x86_64	Intel	3.1					1250	Up to 10 Gigabit	4750	1150	4	4	15	1	0	nitro	on-demand,spot	hvm		abcdf	252000		69	abc	282000		55
r5a.12xlarge	48	24	393216	x86_64	AMD	2.5					10000	10 Gigabit	6780	6780	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	2712000		64	abc	3048000		56
r5a.16xlarge	64	32	524288	x86_64	AMD	2.5					12000	12 Gigabit	9500	9500	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	3616000		73	abc	4064000		56
r5a.24xlarge	96	48	786432	x86_64	AMD	2.5					20000	20 Gigabit	13570	13570	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	5424000		72	abc	6096000		54
r5a.2xlarge	8	4	65536	x86_64	AMD	2.5					2500	Up to 10 Gigabit	2880	1580	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	452000		55	abc	508000		54
r5a.4xlarge	16	8	131072	x86_64	AMD	2.5					5000	Up to 10 Gigabit	2880	2880	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	904000		59	abc	1016000		56
r5a.8xlarge	32	16	262144	x86_64	AMD	2.5					7500	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1808000		70	abc	2032000		55
r5a.large	2	1	16384	x86_64	AMD	2.5					750	Up to 10 Gigabit	2880	650	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	113000		62	abc	127000		50
r5a.xlarge	4	2	32768	x86_64	AMD	2.5					1250	Up to 10 Gigabit	2880	1085	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	226000		63	abc	254000		54
r5ad.12xlarge	48	24	393216	x86_64	AMD	2.2			1800	1800	10000	10 Gigabit	6780	6780	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	3144000		59	abc	3504000		56
r5ad.16xlarge	64	32	524288	x86_64	AMD	2.5			2400	2400	12000	12 Gigabit	9500	9500	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	4192000		71	abc	4672000		54
r5ad.24xlarge	96	48	786432	x86_64	AMD	2.2			3600	3600	20000	20 Gigabit	13570	13570	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	6288000		69	abc	7008000		55
r5ad.2xlarge	8	4	65536	x86_64	AMD	2.2			300	300	2500	Up to 10 Gigabit	2880	1580	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	524000		38	abc	584000		39
r5ad.4xlarge	16	8	131072	x86_64	AMD	2.2			600	600	5000	Up to 10 Gigabit	2880	2880	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1048000		46	abc	1168000		51
r5ad.8xlarge	32	16	262144	x86_64	AMD	2.5			1200	1200	7500	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	2096000		63	abc	2336000		55
r5ad.large	2	1	16384	x86_64	AMD	2.2			75	75	750	Up to 10 Gigabit	2880	650	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	131000		66	abc	146000		51
r5ad.xlarge	4	2	32768	x86_64	AMD	2.2			150	150	1250	Up to 10 Gigabit	2880	1085	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	262000		47	abc	292000		42
r5b.12xlarge	48	24	393216	x86_64	Intel	3.1					12000	12 Gigabit	30000	30000	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcd	3576000		46	abc	4008000		53
r5b.16xlarge	64	32	524288	x86_64	Intel	3.1					20000	20 Gigabit	40000	40000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcd	4768000		52	abc	5344000		55
r5b.24xlarge	96	48	786432	x86_64	Intel	3.1					25000	25 Gigabit	60000	60000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcd	7152000		51	abc	8016000		55
r5b.2xlarge	8	4	65536	x86_64	Intel	3.1					2500	Up to 10 Gigabit	10000	5000	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcd	596000		44	abc	668000		40
r5b.4xlarge	16	8	131072	x86_64	Intel	3.1					5000	Up to 10 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcd	1192000		39	abc	1336000		49
r5b.8xlarge	32	16	262144	x86_64	Intel	3.1					10000	10 Gigabit	20000	20000	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcd	2384000		35	abc	2672000		52
r5b.large	2	1	16384	x86_64	Intel	3.1					750	Up to 10 Gigabit	10000	1250	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcd	149000		61	abc	167000		56
r5b.metal	96	48	786432	x86_64	Intel	3.1					25000	25 Gigabit	60000	60000	15	15	50	1	0		on-demand,spot	hvm	mc	abcd	7867200		64	abc	8817600		56
r5b.xlarge	4	2	32768	x86_64	Intel	3.1					1250	Up to 10 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcd	298000		45	abc	334000		36
r5d.12xlarge	48	24	393216	x86_64	Intel	3.1			1800	1800	12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	3456000		60	abc	3840000		57
r5d.16xlarge	64	32	524288	x86_64	Intel	3.1			2400	2400	20000	20 Gigabit	13600	13600	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	4608000		70	abc	5120000		55
r5d.24xlarge	96	48	786432	x86_64	Intel	3.1			3600	3600	25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	6912000		68	abc	7680000		57
r5d.2xlarge	8	4	65536	x86_64	Intel	3.1			300	300	2500	Up to 10 Gigabit	4750	2300	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	576000		37	abc	640000		50
r5d.4xlarge	16	8	131072	x86_64	Intel	3.1			600	600	5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1152000		46	abc	1280000		54
r5d.8xlarge	32	16	262144	x86_64	Intel	3.1			1200	1200	10000	10 Gigabit	6800	6800	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	2304000		63	abc	2560000		55
r5d.large	2	1	16384	x86_64	Intel	3.1			75	75	750	Up to 10 Gigabit	4750	650	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	144000		62	abc	160000		55
r5d.metal	96	48	786432	x86_64	Intel	3.1			3600	3600	25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	mc	abcdf	6912000		66	abc	7680000		55
r5d.xlarge	4	2	32768	x86_64	Intel	3.1			150	150	1250	Up to 10 Gigabit	4750	1150	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	288000		45	abc	320000		46
r5dn.12xlarge	48	24	393216	x86_64	Intel	3.1			1800	1800	50000	50 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4008000		66	abc	4464000		55
r5dn.16xlarge	64	32	524288	x86_64	Intel	3.1			2400	2400	75000	75 Gigabit	13600	13600	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5344000		70	abc	5952000		56
r5dn.24xlarge	96	48	786432	x86_64	Intel	3.1			3600	3600	100000	100 Gigabit	19000	19000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	8016000		70	abc	8928000		57
r5dn.2xlarge	8	4	65536	x86_64	Intel	3.1			300	300	8125	Up to 25 Gigabit	4750	2300	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	668000		43	abc	744000		46
r5dn.4xlarge	16	8	131072	x86_64	Intel	3.1			600	600	16250	Up to 25 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1336000		55	abc	1488000		56
r5dn.8xlarge	32	16	262144	x86_64	Intel	3.1			1200	1200	25000	25 Gigabit	6800	6800	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2672000		60	abc	2976000		55
r5dn.large	2	1	16384	x86_64	Intel	3.1			75	75	2100	Up to 25 Gigabit	4750	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	167000		53	abc	186000		55
r5dn.metal	96	48	786432	x86_64	Intel	3.1			3600	3600	100000	100 Gigabit	19000	19000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	8016000		83	abc	8928000		56
r5dn.xlarge	4	2	32768	x86_64	Intel	3.1			150	150	4100	Up to 25 Gigabit	4750	1150	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	334000		51	abc	372000		50
r5n.12xlarge	48	24	393216	x86_64	Intel	3.1					50000	50 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3576000		65	abc	4008000		55
r5n.16xlarge	64	32	524288	x86_64	Intel	3.1					75000	75 Gigabit	13600	13600	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4768000		75	abc	5344000		55
r5n.24xlarge	96	48	786432	x86_64	Intel	3.1					100000	100 Gigabit	19000	19000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	7152000		72	abc	8016000		55
r5n.2xlarge	8	4	65536	x86_64	Intel	3.1					8125	Up to 25 Gigabit	4750	2300	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	596000		43	abc	668000		47
r5n.4xlarge	16	8	131072	x86_64	Intel	3.1					16250	Up to 25 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1192000		47	abc	1336000		56
r5n.8xlarge	32	16	262144	x86_64	Intel	3.1					25000	25 Gigabit	6800	6800	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2384000		70	abc	2672000		55
r5n.large	2	1	16384	x86_64	Intel	3.1					2100	Up to 25 Gigabit	4750	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	149000		62	abc	167000		53
r5n.metal	96	48	786432	x86_64	Intel	3.1					100000	100 Gigabit	19000	19000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	7152000		82	abc	8016000		56
r5n.xlarge	4	2	32768	x86_64	Intel	3.1					4100	Up to 25 Gigabit	4750	1150	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	298000		54	abc	334000		46
r6a.12xlarge	48	24	393216	x86_64	AMD	3.6					18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2721600		59	abc	3045600		51
r6a.16xlarge	64	32	524288	x86_64	AMD	3.6					25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3628800		77	abc	4060800		56
r6a.24xlarge	96	48	786432	x86_64	AMD	3.6					37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5443200		74	abc	6091200		54
r6a.2xlarge	8	4	65536	x86_64	AMD	3.6					3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	453600		62	abc	507600		52
r6a.32xlarge	128	64	1048576	x86_64	AMD	3.6					50000	50 Gigabit	40000	40000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	7257600		77	abc	8121600		54
r6a.48xlarge	192	96	1572864	x86_64	AMD	3.6					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	10886400		77	abc	12182400		54
r6a.4xlarge	16	8	131072	x86_64	AMD	3.6					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	907200		57	abc	1015200		53
r6a.8xlarge	32	16	262144	x86_64	AMD	3.6					12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1814400		73	abc	2030400		51
r6a.large	2	1	16384	x86_64	AMD	3.6					781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	113400		66	abc	126900		55
r6a.metal	192	96	1572864	x86_64	AMD	3.6					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	10886400		73	abc	12182400		53
r6a.xlarge	4	2	32768	x86_64	AMD	3.6					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	226800		69	abc	253800		54
r6g.12xlarge	48	48	393216	arm64	AWS	2.5					20000	20 Gigabit	14250	14250	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	2419200		76	abc	2707200		54
r6g.16xlarge	64	64	524288	arm64	AWS	2.5					25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	3225600		68	abc	3609600		56
r6g.2xlarge	8	8	65536	arm64	AWS	2.5					2500	Up to 10 Gigabit	4750	2375	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	403200		63	abc	451200		54
r6g.4xlarge	16	16	131072	arm64	AWS	2.5					5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	806400		61	abc	902400		55
r6g.8xlarge	32	32	262144	arm64	AWS	2.5					12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1612800		74	abc	1804800		54
r6g.large	2	2	16384	arm64	AWS	2.5					750	Up to 10 Gigabit	4750	630	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	100800		70	abc	112800		55
r6g.medium	1	1	8192	arm64	AWS	2.5					500	Up to 10 Gigabit	4750	315	2	2	4	1	0	nitro	on-demand,spot	hvm	c	abcdf	50400		69	abc	56400		56
r6g.metal	64	64	524288	arm64	AWS	2.5					25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	mc	abcdf	3419100		77	abc	3826136		55
r6g.xlarge	4	4	32768	arm64	AWS	2.5					1250	Up to 10 Gigabit	4750	1188	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	201600		65	abc	225600		55
r6gd.12xlarge	48	48	393216	arm64	AWS	2.5			2850	2850	20000	20 Gigabit	14250	14250	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	2764800		73	abc	3072000		55
r6gd.16xlarge	64	64	524288	arm64	AWS	2.5			3800	3800	25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	3686400		72	abc	4096000		54
r6gd.2xlarge	8	8	65536	arm64	AWS	2.5			474	474	2500	Up to 10 Gigabit	4750	2375	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	460800		49	abc	512000		55
r6gd.4xlarge	16	16	131072	arm64	AWS	2.5			950	950	5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	921600		54	abc	1024000		55
r6gd.8xlarge	32	32	262144	arm64	AWS	2.5			1900	1900	12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1843200		61	abc	2048000		54
r6gd.large	2	2	16384	arm64	AWS	2.5			118	118	750	Up to 10 Gigabit	4750	630	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	115200		66	abc	128000		55
r6gd.medium	1	1	8192	arm64	AWS	2.5			59	59	500	Up to 10 Gigabit	4750	315	2	2	4	1	0	nitro	on-demand,spot	hvm	c	abcdf	57600		66	abc	64000		55
r6gd.metal	64	64	524288	arm64	AWS	2.5			3800	3800	25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	mc	abcdf	3907600		74	abc	4341778		55
r6gd.xlarge	4	4	32768	arm64	AWS	2.5			237	237	1250	Up to 10 Gigabit	4750	1188	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	230400		51	abc	256000		56
r6i.12xlarge	48	24	393216	x86_64	Intel	3.5					18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	3024000		69	abc	3384000		56
r6i.16xlarge	64	32	524288	x86_64	Intel	3.5					25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	e	abcdf	4032000		75	abc	4512000		56
r6i.24xlarge	96	48	786432	x86_64	Intel	3.5					37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	e	abcdf	6048000		72	abc	6768000		56
r6i.2xlarge	8	4	65536	x86_64	Intel	3.5					3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	e	abcdf	504000		55	abc	564000		55
r6i.32xlarge	128	64	1048576	x86_64	Intel	3.5					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	e	abcdf	8064000		75	abc	9024000		55
r6i.4xlarge	16	8	131072	x86_64	Intel	3.5					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	1008000		58	abc	1128000		57
r6i.8xlarge	32	16	262144	x86_64	Intel	3.5					12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	2016000		72	abc	2256000		55
r6i.large	2	1	16384	x86_64	Intel	3.5					781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	e	abcdf	126000		68	abc	141000		55
r6i.metal	128	64	1048576	x86_64	Intel	3.5					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	me	abcdf	8064000		76	abc	9024000		54
r6i.xlarge	4	2	32768	x86_64	Intel	3.5					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	e	abcdf	252000		58	abc	282000		55
r6id.12xlarge	48	24	393216	x86_64	Intel	3.5			2850	2850	18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3628800		61	abc	4032000		56
r6id.16xlarge	64	32	524288	x86_64	Intel	3.5			3800	3800	25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4838400		69	abc	5376000		55
r6id.24xlarge	96	48	786432	x86_64	Intel	3.5			5700	5700	37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	7257600		66	abc	8064000		56
r6id.2xlarge	8	4	65536	x86_64	Intel	3.5			474	474	3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	604800		53	abc	672000		55
r6id.32xlarge	128	64	1048576	x86_64	Intel	3.5			7600	7600	50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	9676800		67	abc	10752000		54
r6id.4xlarge	16	8	131072	x86_64	Intel	3.5			950	950	6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1209600		54	abc	1344000		55
r6id.8xlarge	32	16	262144	x86_64	Intel	3.5			1900	1900	12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2419200		60	abc	2688000		55
r6id.large	2	1	16384	x86_64	Intel	3.5			118	118	781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	151200		64	abc	168000		57
r6id.metal	128	64	1048576	x86_64	Intel	3.5			7600	7600	50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	9676800		69	abc	10752000		57
r6id.xlarge	4	2	32768	x86_64	Intel	3.5			237	237	1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	302400		50	abc	336000		53
r6idn.12xlarge	48	24	393216	x86_64	Intel	3.5			2850	2850	75000	75 Gigabit	37500	37500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4689360		64	abc	5222880		55
r6idn.16xlarge	64	32	524288	x86_64	Intel	3.5			3800	3800	100000	100 Gigabit	50000	50000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	6252480		71	abc	6963840		50
r6idn.24xlarge	96	48	786432	x86_64	Intel	3.5			5700	5700	150000	150 Gigabit	75000	75000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	9378720		65	abc	10445760		54
r6idn.2xlarge	8	4	65536	x86_64	Intel	3.5			474	474	12500	Up to 40 Gigabit	25000	6250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	781560		43	abc	870480		50
r6idn.32xlarge	128	64	1048576	x86_64	Intel	3.5			7600	7600	200000	200 Gigabit	100000	100000	16	8	50	2	2	nitro	on-demand,spot	hvm	ce	abcdf	12504960		71	abc	13927680		55
r6idn.4xlarge	16	8	131072	x86_64	Intel	3.5			950	950	25000	Up to 50 Gigabit	25000	12500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1563120		55	abc	1740960		52
r6idn.8xlarge	32	16	262144	x86_64	Intel	3.5			1900	1900	50000	50 Gigabit	25000	25000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3126240		64	abc	3481920		51
r6idn.large	2	1	16384	x86_64	Intel	3.5			118	118	3125	Up to 25 Gigabit	25000	1562	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	195390		65	abc	217620	e	55
r6idn.metal	128	64	1048576	x86_64	Intel	3.5			7600	7600	200000	200 Gigabit	100000	100000	16	8	50	2	2		on-demand,spot	hvm	mce	abcdf	12504960		86	abc	13927680	e	55
r6idn.xlarge	4	2	32768	x86_64	Intel	3.5			237	237	6250	Up to 30 Gigabit	25000	3125	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	390780		53	abc	435240		49
r6in.12xlarge	48	24	393216	x86_64	Intel	3.5					75000	75 Gigabit	37500	37500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4183920		67	abc	4689360		51
r6in.16xlarge	64	32	524288	x86_64	Intel	3.5					100000	100 Gigabit	50000	50000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5578560		74	abc	6252480		54
r6in.24xlarge	96	48	786432	x86_64	Intel	3.5					150000	150 Gigabit	75000	75000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	8367840		74	abc	9378720		55
r6in.2xlarge	8	4	65536	x86_64	Intel	3.5					12500	Up to 40 Gigabit	25000	6250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	697320		57	abc	781560		54
r6in.32xlarge	128	64	1048576	x86_64	Intel	3.5					200000	200 Gigabit	100000	100000	16	8	50	2	2	nitro	on-demand,spot	hvm	ce	abcdf	11157120		75	abc	12504960		55
r6in.4xlarge	16	8	131072	x86_64	Intel	3.5					25000	Up to 50 Gigabit	25000	12500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1394640		51	abc	1563120		56
r6in.8xlarge	32	16	262144	x86_64	Intel	3.5					50000	50 Gigabit	25000	25000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2789280		73	abc	3126240		52
r6in.large	2	1	16384	x86_64	Intel	3.5					3125	Up to 25 Gigabit	25000	1562	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	174330		81	abc	195390	e	57
r6in.metal	128	64	1048576	x86_64	Intel	3.5					200000	200 Gigabit	100000	100000	16	8	50	2	2		on-demand,spot	hvm	mce	abcdf	11157120		85	abc	12504960	e	55
r6in.xlarge	4	2	32768	x86_64	Intel	3.5					6250	Up to 30 Gigabit	25000	3125	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	348660		61	abc	390780		51
r7a.12xlarge	48	48	393216	x86_64	AMD	3.7					18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3651600		69	abc	4086240		55
r7a.16xlarge	64	64	524288	x86_64	AMD	3.7					25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4868800		68	abc	5448320		53
r7a.24xlarge	96	96	786432	x86_64	AMD	3.7					37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	7303200		69	abc	8172480		55
r7a.2xlarge	8	8	65536	x86_64	AMD	3.7					3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	608600		58	abc	681040		51
r7a.32xlarge	128	128	1048576	x86_64	AMD	3.7					50000	50 Gigabit	40000	40000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	9737600		80	abc	10896640		55
r7a.48xlarge	192	192	1572864	x86_64	AMD	3.7					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	14606400		79	abc	16344960		56
r7a.4xlarge	16	16	131072	x86_64	AMD	3.7					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1217200		57	abc	1362080		56
r7a.8xlarge	32	32	262144	x86_64	AMD	3.7					12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2434400		78	abc	2724160		50
r7a.large	2	2	16384	x86_64	AMD	3.7					781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	152150		63	abc	170260	e	55
r7a.medium	1	1	8192	x86_64	AMD	3.7					390	Up to 12.5 Gigabit	10000	325	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	76080		63	abc	85136	e	54
r7a.metal-48xl	192	192	1572864	x86_64	AMD	3.7					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	14606400		73	abc	16344960		56
r7a.xlarge	4	4	32768	x86_64	AMD	3.7					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	304300		57	abc	340520		54
r7g.12xlarge	48	48	393216	arm64	AWS	2.6					22500	22.5 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	2570400		71	abc	2876400		56
r7g.16xlarge	64	64	524288	arm64	AWS	2.6					30000	30 Gigabit	20000	20000	15	15	50	1	1	nitro	on-demand,spot	hvm	e	abcdf	3427200		81	abc	3835200		57
r7g.2xlarge	8	8	65536	arm64	AWS	2.6					3750	Up to 15 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	e	abcdf	428400		67	abc	479400		56
r7g.4xlarge	16	16	131072	arm64	AWS	2.6					7500	Up to 15 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	856800		67	abc	958800		55
r7g.8xlarge	32	32	262144	arm64	AWS	2.6					15000	15 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	1713600		67	abc	1917600		56
r7g.large	2	2	16384	arm64	AWS	2.6					937	Up to 12.5 Gigabit	10000	630	3	3	10	1	0	nitro	on-demand,spot	hvm	e	abcdf	107100		68	abc	119850	e	55
r7g.medium	1	1	8192	arm64	AWS	2.6					520	Up to 12.5 Gigabit	10000	315	2	2	4	1	0	nitro	on-demand,spot	hvm	e	abcdf	53600		69	abc	59981	e	55
r7g.metal	64	64	524288	arm64	AWS	2.6					30000	30 Gigabit	20000	20000	15	15	50	1	1		on-demand,spot	hvm	me	abcdf	3427200		77	abc	3835200		54
r7g.xlarge	4	4	32768	arm64	AWS	2.6					1876	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	e	abcdf	214200		71	abc	239700		54
r7gd.12xlarge	48	48	393216	arm64	AWS	2.6			2850	2850	22500	22.5 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	3265900		75	abc	3628800		56
r7gd.16xlarge	64	64	524288	arm64	AWS	2.6			3800	3800	30000	30 Gigabit	20000	20000	15	15	50	1	1	nitro	on-demand,spot	hvm	e	abcdf	4354600		72	abc	4838400		54
r7gd.2xlarge	8	8	65536	arm64	AWS	2.6			474	474	3750	Up to 15 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	e	abcdf	544300		56	abc	604800		54
r7gd.4xlarge	16	16	131072	arm64	AWS	2.6			950	950	7500	Up to 15 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	1088600		52	abc	1209600		55
r7gd.8xlarge	32	32	262144	arm64	AWS	2.6			1900	1900	15000	15 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	e	abcdf	2177300		64	abc	2419200		56
r7gd.large	2	2	16384	arm64	AWS	2.6			118	118	937	Up to 12.5 Gigabit	10000	630	3	3	10	1	0	nitro	on-demand,spot	hvm	e	abcdf	136100		63	abc	151221	e	55
r7gd.medium	1	1	8192	arm64	AWS	2.6			59	59	520	Up to 12.5 Gigabit	10000	315	2	2	4	1	0	nitro	on-demand,spot	hvm	e	abcdf	68000		71	abc	75555	e	56
r7gd.metal	64	64	524288	arm64	AWS	2.6			3800	3800	30000	30 Gigabit	20000	20000	15	15	50	1	1		on-demand,spot	hvm	me	abcdf	4354600		71	abc	4838400		43
r7gd.xlarge	4	4	32768	arm64	AWS	2.6			237	237	1876	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	e	abcdf	272200		61	abc	302400		54
r7i.12xlarge	48	24	393216	x86_64	Intel	3.2					18750	18.75 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3175200		69	abc	3553200		56
r7i.16xlarge	64	32	524288	x86_64	Intel	3.2					25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4233600		67	abc	4737600		56
r7i.24xlarge	96	48	786432	x86_64	Intel	3.2					37500	37.5 Gigabit	30000	30000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	6350400		69	abc	7106400		55
r7i.2xlarge	8	4	65536	x86_64	Intel	3.2					3125	Up to 12.5 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	529200		59	abc	592200		55
r7i.48xlarge	192	96	1572864	x86_64	Intel	3.2					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	12700800		61	abc	14212800	e	56
r7i.4xlarge	16	8	131072	x86_64	Intel	3.2					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1058400		66	abc	1184400		55
r7i.8xlarge	32	16	262144	x86_64	Intel	3.2					12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2116800		79	abc	2368800		54
r7i.large	2	1	16384	x86_64	Intel	3.2					781	Up to 12.5 Gigabit	10000	650	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	132300		65	abc	148050	e	56
r7i.metal-24xl	96	48	786432	x86_64	Intel	3.2					37500	37.5 Gigabit	30000	30000	15	15	50	1	0		on-demand,spot	hvm	mce	abcdf	6985440		72	abc	7817040		56
r7i.metal-48xl	192	96	1572864	x86_64	Intel	3.2					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	12700800		79	abc	14212800	e	56
r7i.xlarge	4	2	32768	x86_64	Intel	3.2					1562	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	264600		60	abc	296100		56
r7iz.12xlarge	48	24	393216	x86_64	Intel	3.9					25000	25 Gigabit	19000	19000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4464000		68	abc	4992000		55
r7iz.16xlarge	64	32	524288	x86_64	Intel	3.9					25000	25 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5952000		76	abc	6656000		55
r7iz.2xlarge	8	4	65536	x86_64	Intel	3.9					3125	Up to 12.5 Gigabit	10000	3168	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	744000		58	abc	832000		55
r7iz.32xlarge	128	64	1048576	x86_64	Intel	3.9					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	11904000		68	abc	13312000		54
r7iz.4xlarge	16	8	131072	x86_64	Intel	3.9					6250	Up to 12.5 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1488000		55	abc	1664000		56
r7iz.8xlarge	32	16	262144	x86_64	Intel	3.9					12500	12.5 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2976000		71	abc	3328000		53
r7iz.large	2	1	16384	x86_64	Intel	3.9					781	Up to 12.5 Gigabit	10000	792	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	186000		73	abc	208000	e	56
r7iz.metal-16xl	64	32	524288	x86_64	Intel	3.9					25000	25 Gigabit	20000	20000	15	15	50	1	0		on-demand,spot	hvm	mce	abcdf	6547200		77	abc	7321600		55
r7iz.metal-32xl	128	64	1048576	x86_64	Intel	3.9					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	13094400		80	abc	14643200		55
r7iz.xlarge	4	2	32768	x86_64	Intel	3.9					1562	Up to 12.5 Gigabit	10000	1584	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	372000		64	abc	416000		54
r8a.12xlarge	48	48	393216	x86_64	AMD	4.5					22500	22.5 Gigabit	15000	15000	12	12	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3834240			bc	4290619	e	
r8a.16xlarge	64	64	524288	x86_64	AMD	4.5					30000	30 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5112320			bc	5720826	e	
r8a.24xlarge	96	96	786432	x86_64	AMD	4.5					40000	40 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	7668480			bc	8581238	e	
r8a.2xlarge	8	8	65536	x86_64	AMD	4.5					3750	Up to 15 Gigabit	10000	2500	4	4	40	1	0	nitro	on-demand,spot	hvm	ce	abcdf	639040			bc	715103	e	
r8a.48xlarge	192	192	1572864	x86_64	AMD	4.5					75000	75 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	15336960			bc	17162477	e	
r8a.4xlarge	16	16	131072	x86_64	AMD	4.5					7500	Up to 15 Gigabit	10000	5000	8	8	40	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1278080			bc	1430206	e	
r8a.8xlarge	32	32	262144	x86_64	AMD	4.5					15000	15 Gigabit	10000	10000	10	10	40	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2556160			bc	2860413	e	
r8a.large	2	2	16384	x86_64	AMD	4.5					937	Up to 12.5 Gigabit	10000	650	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	159760			bc	178776	e	
r8a.medium	1	1	8192	x86_64	AMD	4.5					520	Up to 12.5 Gigabit	10000	325	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	79880			bc	89388	e	
r8a.metal-24xl	96	96	786432	x86_64	AMD	4.5					40000	40 Gigabit	30000	30000	16	16	64	1	0		on-demand,spot	hvm	mce	abcdf	8435330			bc	9439364	e	
r8a.metal-48xl	192	192	1572864	x86_64	AMD	4.5					75000	75 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	15336960			bc	17162477	e	
r8a.xlarge	4	4	32768	x86_64	AMD	4.5					1875	Up to 12.5 Gigabit	10000	1250	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	319520			bc	357552	e	
r8g.12xlarge	48	48	393216	arm64	AWS	2.8					22500	22.5 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2827680		74	abc	3164309	e	55
r8g.16xlarge	64	64	524288	arm64	AWS	2.8					30000	30 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3770240		76	abc	4219078	e	56
r8g.24xlarge	96	96	786432	arm64	AWS	2.8					40000	40 Gigabit	30000	30000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	5655360		78	abc	6328617	e	54
r8g.2xlarge	8	8	65536	arm64	AWS	2.8					3750	Up to 15 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	471280		61	abc	527385	e	52
r8g.48xlarge	192	192	1572864	arm64	AWS	2.7					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	11310720		72	abc	12657234	e	57
r8g.4xlarge	16	16	131072	arm64	AWS	2.8					7500	Up to 15 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	942560		67	abc	1054770	e	55
r8g.8xlarge	32	32	262144	arm64	AWS	2.8					15000	15 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1885120		78	abc	2109539	e	54
r8g.large	2	2	16384	arm64	AWS	2.8					937	Up to 12.5 Gigabit	10000	630	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	117820		68	abc	131846	e	56
r8g.medium	1	1	8192	arm64	AWS	2.8					520	Up to 12.5 Gigabit	10000	315	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	58910		73	abc	65923	e	56
r8g.metal-24xl	96	96	786432	arm64	AWS	2.8					40000	40 Gigabit	30000	30000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	6220900		74	abc	6961483	e	55
r8g.metal-48xl	192	192	1572864	arm64	AWS	2.7					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	11310720		79	abc	12657234	e	55
r8g.xlarge	4	4	32768	arm64	AWS	2.8					1875	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	235640		69	abc	263692	e	52
r8gb.12xlarge	48	48	393216	arm64	AWS	2.8					100000	100 Gigabit	75000	75000	12	12	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	4372320						
r8gb.16xlarge	64	64	524288	arm64	AWS	2.8					133330	133.33 Gigabit	100000	100000	16	16	50	1	1	nitro	on-demand,spot	hvm	ce	abcd	5829760						
r8gb.24xlarge	96	96	786432	arm64	AWS	2.8					200000	200 Gigabit	150000	150000	24	24	50	1	1	nitro	on-demand,spot	hvm	ce	abcd	8744640						
r8gb.2xlarge	8	8	65536	arm64	AWS	2.8					16666	Up to 33.33 Gigabit	25000	12500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	728720						
r8gb.48xlarge	192	192	1572864	arm64	AWS	2.7					400000	400 Gigabit	300000	300000	24	12	50	2	2	nitro	on-demand,spot	hvm	ce	abcd	17489280						
r8gb.4xlarge	16	16	131072	arm64	AWS	2.8					33330	33.33 Gigabit	25000	25000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	1457440						
r8gb.8xlarge	32	32	262144	arm64	AWS	2.8					66660	66.66 Gigabit	50000	50000	10	10	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	2914880						
r8gb.large	2	2	16384	arm64	AWS	2.8					4166	Up to 20 Gigabit	25000	3125	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcd	182180						
r8gb.medium	1	1	8192	arm64	AWS	2.8					2083	Up to 16.66 Gigabit	25000	1562	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcd	91090						
r8gb.metal-24xl	96	96	786432	arm64	AWS	2.8					200000	200 Gigabit	150000	150000	24	24	50	1	1		on-demand,spot	hvm	mce	abcd	18538640						
r8gb.metal-48xl	192	192	1572864	arm64	AWS	2.7					400000	400 Gigabit	300000	300000	24	12	50	2	2		on-demand,spot	hvm	mce	abcd	17489280						
r8gb.xlarge	4	4	32768	arm64	AWS	2.8					8333	Up to 26.66 Gigabit	25000	6250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	364360						
r8gd.12xlarge	48	48	393216	arm64	AWS	2.8			2850	2850	22500	22.5 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3527040		70	abc	3918897	e	
r8gd.16xlarge	64	64	524288	arm64	AWS	2.8			3800	3800	30000	30 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4702720		71	abc	5225196	e	
r8gd.24xlarge	96	96	786432	arm64	AWS	2.8			5700	5700	40000	40 Gigabit	30000	30000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	7054080		68	abc	7837795	e	
r8gd.2xlarge	8	8	65536	arm64	AWS	2.8			474	474	3750	Up to 15 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	587840		54	abc	653150	e	
r8gd.48xlarge	192	192	1572864	arm64	AWS	2.7			11400	11400	50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	14108160		67	abc	15675589	e	
r8gd.4xlarge	16	16	131072	arm64	AWS	2.8			950	950	7500	Up to 15 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1175680		52	abc	1306299	e	
r8gd.8xlarge	32	32	262144	arm64	AWS	2.8			1900	1900	15000	15 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2351360		62	abc	2612598	e	
r8gd.large	2	2	16384	arm64	AWS	2.8			118	118	937	Up to 12.5 Gigabit	10000	630	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcdf	146960		64	abc	163287	e	
r8gd.medium	1	1	8192	arm64	AWS	2.8			59	59	520	Up to 12.5 Gigabit	10000	315	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcdf	73480		75	abc	81644	e	
r8gd.metal-24xl	96	96	786432	arm64	AWS	2.8			5700	5700	40000	40 Gigabit	30000	30000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	7759490		77	abc	8621576	e	
r8gd.metal-48xl	192	192	1572864	arm64	AWS	2.7			11400	11400	50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	14108160		80	abc	15675589	e	
r8gd.xlarge	4	4	32768	arm64	AWS	2.8			237	237	1875	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	293920		59	abc	326575	e	
r8gn.12xlarge	48	48	393216	arm64	AWS	2.8					150000	150 Gigabit	30000	30000	12	12	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	4372300						
r8gn.16xlarge	64	64	524288	arm64	AWS	2.8					200000	200 Gigabit	40000	40000	16	16	50	1	1	nitro	on-demand,spot	hvm	ce	abcd	5829800						
r8gn.24xlarge	96	96	786432	arm64	AWS	2.8					300000	300 Gigabit	60000	60000	24	24	50	1	1	nitro	on-demand,spot	hvm	ce	abcd	8744600						
r8gn.2xlarge	8	8	65536	arm64	AWS	2.8					25000	Up to 50 Gigabit	10000	5000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	728700						
r8gn.48xlarge	192	192	1572864	arm64	AWS	2.7					600000	600 Gigabit	120000	120000	24	12	50	2	2	nitro	on-demand,spot	hvm	ce	abcd	17489300						
r8gn.4xlarge	16	16	131072	arm64	AWS	2.8					50000	50 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	1457400						
r8gn.8xlarge	32	32	262144	arm64	AWS	2.8					100000	100 Gigabit	20000	20000	10	10	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	2914900						
r8gn.large	2	2	16384	arm64	AWS	2.8					6250	Up to 30 Gigabit	10000	1250	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcd	182200						
r8gn.medium	1	1	8192	arm64	AWS	2.8					3125	Up to 25 Gigabit	10000	760	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcd	91100						
r8gn.metal-24xl	96	96	786432	arm64	AWS	2.8					300000	300 Gigabit	60000	60000	24	24	50	1	1		on-demand,spot	hvm	mce	abcd	9269300						
r8gn.metal-48xl	192	192	1572864	arm64	AWS	2.7					600000	600 Gigabit	120000	120000	24	12	50	2	2		on-demand,spot	hvm	mce	abcd	17489300						
r8gn.xlarge	4	4	32768	arm64	AWS	2.8					12500	Up to 40 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	364400						
r8i-flex.12xlarge	48	24	393216	x86_64	Intel	3.9					11250	Up to 22.5 Gigabit	15000	7500	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3167280			abc	3544337	e	
r8i-flex.16xlarge	64	32	524288	x86_64	Intel	3.9					15000	Up to 30 Gigabit	20000	10000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4223040			abc	4725783	e	
r8i-flex.2xlarge	8	4	65536	x86_64	Intel	3.9					1875	Up to 15 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	527880			abc	590723	e	
r8i-flex.4xlarge	16	8	131072	x86_64	Intel	3.9					3750	Up to 15 Gigabit	10000	2500	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1055760			abc	1181446	e	
r8i-flex.8xlarge	32	16	262144	x86_64	Intel	3.9					7500	Up to 15 Gigabit	10000	5000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2111520			abc	2362891	e	
r8i-flex.large	2	1	16384	x86_64	Intel	3.9					468	Up to 12.5 Gigabit	10000	315	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	131970			abc	147681	e	
r8i-flex.xlarge	4	2	32768	x86_64	Intel	3.9					937	Up to 12.5 Gigabit	10000	630	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	263940			abc	295361	e	
r8i.12xlarge	48	24	393216	x86_64	Intel	3.9					22500	22.5 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3334080			abc	3730994	e	
r8i.16xlarge	64	32	524288	x86_64	Intel	3.9					30000	30 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	4445440			abc	4974659	e	
r8i.24xlarge	96	48	786432	x86_64	Intel	3.9					40000	40 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	6668160			abc	7461989	e	
r8i.2xlarge	8	4	65536	x86_64	Intel	3.9					3750	Up to 15 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	555680			abc	621832	e	
r8i.32xlarge	128	64	1048576	x86_64	Intel	3.9					50000	50 Gigabit	40000	40000	24	24	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	8890880			abc	9949318	e	
r8i.48xlarge	192	96	1572864	x86_64	Intel	3.9					75000	75 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	13336320			abc	14923977	e	
r8i.4xlarge	16	8	131072	x86_64	Intel	3.9					7500	Up to 15 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1111360			abc	1243665	e	
r8i.8xlarge	32	16	262144	x86_64	Intel	3.9					15000	15 Gigabit	10000	10000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2222720			abc	2487330	e	
r8i.96xlarge	384	192	3145728	x86_64	Intel	3.9					100000	100 Gigabit	80000	80000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	26672640			abc	29847954	e	
r8i.large	2	1	16384	x86_64	Intel	3.9					937	Up to 12.5 Gigabit	10000	650	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	138920			abc	155458	e	
r8i.metal-48xl	192	96	1572864	x86_64	Intel	3.9					75000	75 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	14669950			abc	16416373	e	
r8i.metal-96xl	384	192	3145728	x86_64	Intel	3.9					100000	100 Gigabit	80000	80000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	26672640			abc	29847954	e	
r8i.xlarge	4	2	32768	x86_64	Intel	3.9					1875	Up to 12.5 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	277840			abc	310916	e	
r8ib.12xlarge	48	24	393216	x86_64	Intel	3.9					50000	50 Gigabit	37500	37500	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5020800			abc	5618514	e	
r8ib.16xlarge	64	32	524288	x86_64	Intel	3.9					66660	66.66 Gigabit	50000	50000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	6694400			abc	7491352	e	
r8ib.24xlarge	96	48	786432	x86_64	Intel	3.9					100000	100 Gigabit	75000	75000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	10041600			abc	11237029	e	
r8ib.2xlarge	8	4	65536	x86_64	Intel	3.9					8333	Up to 26.66 Gigabit	25000	6250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	836800			abc	936419	e	
r8ib.32xlarge	128	64	1048576	x86_64	Intel	3.9					133330	133.33 Gigabit	100000	100000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	13388800			abc	14982705	e	
r8ib.48xlarge	192	96	1572864	x86_64	Intel	3.9					200000	200 Gigabit	150000	150000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	20083200			abc	22474057	e	
r8ib.4xlarge	16	8	131072	x86_64	Intel	3.9					16666	Up to 33.33 Gigabit	25000	12500	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1673600			abc	1872838	e	
r8ib.8xlarge	32	16	262144	x86_64	Intel	3.9					33330	33.33 Gigabit	25000	25000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3347200			abc	3745676	e	
r8ib.96xlarge	384	192	3145728	x86_64	Intel	3.9					400000	400 Gigabit	300000	300000	24	12	64	2	2	nitro	on-demand,spot	hvm	ce	abcdf	40166400			abc	44948114	e	
r8ib.large	2	1	16384	x86_64	Intel	3.9					2083	Up to 16.66 Gigabit	25000	1563	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	209200			abc	234105	e	
r8ib.metal-48xl	192	96	1572864	x86_64	Intel	3.9					200000	200 Gigabit	150000	150000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	22091520						
r8ib.metal-96xl	384	192	3145728	x86_64	Intel	3.9					400000	400 Gigabit	300000	300000	24	12	64	2	2		on-demand,spot	hvm	mce	abcdf	40166400						
r8ib.xlarge	4	2	32768	x86_64	Intel	3.9					4166	Up to 20 Gigabit	25000	3125	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	418400			abc	468210	e	
r8id.12xlarge	48	24	393216	x86_64	Intel	3.9			2850	2850	22500	22.5 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3991680			abc	4466880	e	
r8id.16xlarge	64	32	524288	x86_64	Intel	3.9			3800	3800	30000	30 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5322240			abc	5955840	e	
r8id.24xlarge	96	48	786432	x86_64	Intel	3.9			5700	5700	40000	40 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	7983360			abc	8933760	e	
r8id.2xlarge	8	4	65536	x86_64	Intel	3.9			474	474	3750	Up to 15 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	665280			abc	744480	e	
r8id.32xlarge	128	64	1048576	x86_64	Intel	3.9			7600	7600	50000	50 Gigabit	40000	40000	24	24	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	10644480			abc	11911680	e	
r8id.48xlarge	192	96	1572864	x86_64	Intel	3.9			11400	11400	75000	75 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	15966720			abc	17867520	e	
r8id.4xlarge	16	8	131072	x86_64	Intel	3.9			950	950	7500	Up to 15 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1330560			abc	1488960	e	
r8id.8xlarge	32	16	262144	x86_64	Intel	3.9			1900	1900	15000	15 Gigabit	10000	10000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	2661120			abc	2977920	e	
r8id.96xlarge	384	192	3145728	x86_64	Intel	3.9			22800	22800	100000	100 Gigabit	80000	80000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	31933440			abc	35735040	e	
r8id.large	2	1	16384	x86_64	Intel	3.9			118	118	937	Up to 12.5 Gigabit	10000	650	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	166320			abc	186120	e	
r8id.metal-48xl	192	96	1572864	x86_64	Intel	3.9			11400	11400	75000	75 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	17563390			abc	19654270	e	
r8id.metal-96xl	384	192	3145728	x86_64	Intel	3.9			22800	22800	100000	100 Gigabit	80000	80000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	31933440			abc	35735040	e	
r8id.xlarge	4	2	32768	x86_64	Intel	3.9			237	237	1875	Up to 12.5 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	332640			abc	372240	e	
r8idb.12xlarge	48	24	393216	x86_64	Intel	3.9			2850	2850	50000	50 Gigabit	37500	37500	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	5627280			ac	6297194	e	
r8idb.16xlarge	64	32	524288	x86_64	Intel	3.9			3800	3800	66660	66.66 Gigabit	50000	50000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	7503040			ac	8396259	e	
r8idb.24xlarge	96	48	786432	x86_64	Intel	3.9			5700	5700	100000	100 Gigabit	75000	75000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	11254560			ac	12594389	e	
r8idb.2xlarge	8	4	65536	x86_64	Intel	3.9			474	474	8333	Up to 26.66 Gigabit	25000	6250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	937880			ac	1049532	e	
r8idb.32xlarge	128	64	1048576	x86_64	Intel	3.9			7600	7600	133330	133.33 Gigabit	100000	100000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	15006080			ac	16792518	e	
r8idb.48xlarge	192	96	1572864	x86_64	Intel	3.9			11400	11400	200000	200 Gigabit	150000	150000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcd	22509120			ac	25188777	e	
r8idb.4xlarge	16	8	131072	x86_64	Intel	3.9			950	950	16666	Up to 33.33 Gigabit	25000	12500	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	1875760			ac	2099065	e	
r8idb.8xlarge	32	16	262144	x86_64	Intel	3.9			1900	1900	33330	33.33 Gigabit	25000	25000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	3751520			ac	4198130	e	
r8idb.96xlarge	384	192	3145728	x86_64	Intel	3.9			22800	22800	400000	400 Gigabit	300000	300000	24	12	64	2	2	nitro	on-demand,spot	hvm	ce	abcd	45018240			ac	50377554	e	
r8idb.large	2	1	16384	x86_64	Intel	3.9			118	118	2083	Up to 16.66 Gigabit	25000	1563	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	234470			ac	262383	e	
r8idb.metal-48xl	192	96	1572864	x86_64	Intel	3.9			11400	11400	200000	200 Gigabit	150000	150000	24	24	64	1	1		on-demand,spot	hvm	mce	abcd	24760030						
r8idb.metal-96xl	384	192	3145728	x86_64	Intel	3.9			22800	22800	400000	400 Gigabit	300000	300000	24	12	64	2	2		on-demand,spot	hvm	mce	abcd	45018240						
r8idb.xlarge	4	2	32768	x86_64	Intel	3.9			237	237	4166	Up to 20 Gigabit	25000	3125	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	468940			ac	524766	e	
r8idn.12xlarge	48	24	393216	x86_64	Intel	3.9			2850	2850	75000	75 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	5627280			ac	6297194	e	
r8idn.16xlarge	64	32	524288	x86_64	Intel	3.9			3800	3800	100000	100 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	7503040			ac	8396259	e	
r8idn.24xlarge	96	48	786432	x86_64	Intel	3.9			5700	5700	150000	150 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	11254560			ac	12594389	e	
r8idn.2xlarge	8	4	65536	x86_64	Intel	3.9			474	474	12500	Up to 40 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	937880			ac	1049532	e	
r8idn.32xlarge	128	64	1048576	x86_64	Intel	3.9			7600	7600	200000	200 Gigabit	40000	40000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd	15006080			ac	16792518	e	
r8idn.48xlarge	192	96	1572864	x86_64	Intel	3.9			11400	11400	300000	300 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcd	22509120			ac	25188777	e	
r8idn.4xlarge	16	8	131072	x86_64	Intel	3.9			950	950	25000	Up to 50 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	1875760			ac	2099065	e	
r8idn.8xlarge	32	16	262144	x86_64	Intel	3.9			1900	1900	50000	50 Gigabit	10000	10000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	3751520			ac	4198130	e	
r8idn.96xlarge	384	192	3145728	x86_64	Intel	3.9			22800	22800	600000	600 Gigabit	120000	120000	24	12	64	2	2	nitro	on-demand,spot	hvm	ce	abcd	45018240			ac	50377554	e	
r8idn.large	2	1	16384	x86_64	Intel	3.9			118	118	3125	Up to 25 Gigabit	10000	650	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcd	234470			ac	262383	e	
r8idn.metal-48xl	192	96	1572864	x86_64	Intel	3.9			11400	11400	300000	300 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcd	24760030						
r8idn.metal-96xl	384	192	3145728	x86_64	Intel	3.9			22800	22800	600000	600 Gigabit	120000	120000	24	12	64	2	2		on-demand,spot	hvm	mce	abcd	45018240						
r8idn.xlarge	4	2	32768	x86_64	Intel	3.9			237	237	6250	Up to 30 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	468940			ac	524766	e	
r8in.12xlarge	48	24	393216	x86_64	Intel	3.9					75000	75 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5020800			abc	5618514	e	
r8in.16xlarge	64	32	524288	x86_64	Intel	3.9					100000	100 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	6694400			abc	7491352	e	
r8in.24xlarge	96	48	786432	x86_64	Intel	3.9					150000	150 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	10041600			abc	11237029	e	
r8in.2xlarge	8	4	65536	x86_64	Intel	3.9					12500	Up to 40 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	836800			abc	936419	e	
r8in.32xlarge	128	64	1048576	x86_64	Intel	3.9					200000	200 Gigabit	40000	40000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	13388800			abc	14982705	e	
r8in.48xlarge	192	96	1572864	x86_64	Intel	3.9					300000	300 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	20083200			abc	22474057	e	
r8in.4xlarge	16	8	131072	x86_64	Intel	3.9					25000	Up to 50 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1673600			abc	1872838	e	
r8in.8xlarge	32	16	262144	x86_64	Intel	3.9					50000	50 Gigabit	10000	10000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3347200			abc	3745676	e	
r8in.96xlarge	384	192	3145728	x86_64	Intel	3.9					600000	600 Gigabit	120000	120000	24	12	64	2	2	nitro	on-demand,spot	hvm	ce	abcdf	40166400			abc	44948114	e	
r8in.large	2	1	16384	x86_64	Intel	3.9					3125	Up to 25 Gigabit	10000	650	4	4	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	209200			abc	234105	e	
r8in.metal-48xl	192	96	1572864	x86_64	Intel	3.9					300000	300 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	22091520						
r8in.metal-96xl	384	192	3145728	x86_64	Intel	3.9					600000	600 Gigabit	120000	120000	24	12	64	2	2		on-demand,spot	hvm	mce	abcdf	40166400						
r8in.xlarge	4	2	32768	x86_64	Intel	3.9					6250	Up to 30 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	418400			abc	468210	e	
r9g.12xlarge	48	48	393216	arm64	AWS	3.3					25000	25 Gigabit	18000	18000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9g.16xlarge	64	64	524288	arm64	AWS	3.3					34000	34 Gigabit	24000	24000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9g.24xlarge	96	96	786432	arm64	AWS	3.3					50000	50 Gigabit	36000	36000	24	24	64	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9g.2xlarge	8	8	65536	arm64	AWS	3.3					4250	Up to 17 Gigabit	12000	3000	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9g.48xlarge	192	192	1572864	arm64	AWS	3.3					100000	100 Gigabit	72000	72000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcd							
r9g.4xlarge	16	16	131072	arm64	AWS	3.3					8500	Up to 17 Gigabit	12000	6000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9g.8xlarge	32	32	262144	arm64	AWS	3.3					17000	17 Gigabit	12000	12000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9g.large	2	2	16384	arm64	AWS	3.3					1000	Up to 15 Gigabit	12000	760	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9g.medium	1	1	8192	arm64	AWS	3.3					550	Up to 15 Gigabit	12000	380	2	2	20	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9g.metal-48xl	192	192	1572864	arm64	AWS	3.3					100000	100 Gigabit	72000	72000	24	24	64	1	1		on-demand,spot	hvm	mce	abcd							
r9g.xlarge	4	4	32768	arm64	AWS	3.3					2100	Up to 15 Gigabit	12000	1500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9gd.12xlarge	48	48	393216	arm64	AWS	3.3			2850	2850	25000	25 Gigabit	18000	18000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9gd.16xlarge	64	64	524288	arm64	AWS	3.3			3800	3800	34000	34 Gigabit	24000	24000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9gd.24xlarge	96	96	786432	arm64	AWS	3.3			5700	5700	50000	50 Gigabit	36000	36000	24	24	64	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9gd.2xlarge	8	8	65536	arm64	AWS	3.3			474	474	4250	Up to 17 Gigabit	12000	3000	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9gd.48xlarge	192	192	1572864	arm64	AWS	3.3			11400	11400	100000	100 Gigabit	72000	72000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcd							
r9gd.4xlarge	16	16	131072	arm64	AWS	3.3			950	950	8500	Up to 17 Gigabit	12000	6000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9gd.8xlarge	32	32	262144	arm64	AWS	3.3			1900	1900	17000	17 Gigabit	12000	12000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9gd.large	2	2	16384	arm64	AWS	3.3			118	118	1000	Up to 15 Gigabit	12000	760	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9gd.medium	1	1	8192	arm64	AWS	3.3			59	59	550	Up to 15 Gigabit	12000	380	2	2	20	1	0	nitro	on-demand,spot	hvm	ce	abcd							
r9gd.metal-48xl	192	192	1572864	arm64	AWS	3.3			11400	11400	100000	100 Gigabit	72000	72000	24	24	64	1	1		on-demand,spot	hvm	mce	abcd							
r9gd.xlarge	4	4	32768	arm64	AWS	3.3			237	237	2100	Up to 15 Gigabit	12000	1500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcd							
t1.micro	1	1	627	i386,x86_64	Intel						70	Very Low			2	2	2	1	0	xen	on-demand,spot	hvm,paravirtual		abcdf	20000		84	abc	20000		57
t2.2xlarge	8	8	32768	x86_64	Intel	2.3					1000	Moderate			3	3	15	1	0	xen	on-demand,spot	hvm	cb	abcdef	371200		72	abc	403200		56
t2.large	2	2	8192	x86_64	Intel	2.3					512	Low to Moderate			3	3	12	1	0	xen	on-demand,spot	hvm	cb	abcdef	92800		64	abc	100800		55
t2.medium	2	2	4096	i386,x86_64	Intel	2.3					256	Low to Moderate			3	3	6	1	0	xen	on-demand,spot	hvm	cb	abcdef	46400		64	abc	50000		56
t2.micro	1	1	1024	i386,x86_64	Intel	2.5					64	Low to Moderate			2	2	2	1	0	xen	on-demand,spot	hvm	cb	abcdef	11600		73	abc	12600		55
t2.nano	1	1	512	i386,x86_64	Intel	2.4					32	Low to Moderate			2	2	2	1	0	xen	on-demand	hvm	cb	abcdef	5800			abc	6300		
t2.small	1	1	2048	i386,x86_64	Intel	2.5					128	Low to Moderate			3	3	4	1	0	xen	on-demand,spot	hvm	cb	abcdef	23000		69	abc	25000		55
t2.xlarge	4	4	16384	x86_64	Intel	2.3					750	Moderate			3	3	15	1	0	xen	on-demand,spot	hvm	cb	abcdef	185600		68	abc	201600		55
t3.2xlarge	8	4	32768	x86_64	Intel	2.5					2048	Up to 5 Gigabit	2780	695	4	4	15	1	0	nitro	on-demand,spot	hvm	cb	abcdf	332800		65	abc	364800		56
t3.large	2	1	8192	x86_64	Intel	2.5					512	Up to 5 Gigabit	2780	695	3	3	12	1	0	nitro	on-demand,spot	hvm	cb	abcdf	83200		62	abc	91200		56
t3.medium	2	1	4096	x86_64	Intel	2.5					256	Up to 5 Gigabit	2085	347	3	3	6	1	0	nitro	on-demand,spot	hvm	cb	abcdf	41600		56	abc	45600		56
t3.micro	2	1	1024	x86_64	Intel	2.5					64	Up to 5 Gigabit	2085	87	2	2	2	1	0	nitro	on-demand,spot	hvm	cb	abcdf	10400		69	abc	11400		55
t3.nano	2	1	512	x86_64	Intel	2.5					32	Up to 5 Gigabit	2085	43	2	2	2	1	0	nitro	on-demand,spot	hvm	cb	abcdf	5200		79	abc	5700		54
t3.small	2	1	2048	x86_64	Intel	2.5					128	Up to 5 Gigabit	2085	174	3	3	4	1	0	nitro	on-demand,spot	hvm	cb	abcdf	20800		65	abc	22800		55
t3.xlarge	4	2	16384	x86_64	Intel	2.5					1024	Up to 5 Gigabit	2780	695	4	4	15	1	0	nitro	on-demand,spot	hvm	cb	abcdf	166400		60	abc	182400		55
t3a.2xlarge	8	4	32768	x86_64	AMD	2.2					2048	Up to 5 Gigabit	2780	695	4	4	15	1	0	nitro	on-demand,spot	hvm	cb	abcdf	300800		62	abc	326400		55
t3a.large	2	1	8192	x86_64	AMD	2.2					512	Up to 5 Gigabit	2780	695	3	3	12	1	0	nitro	on-demand,spot	hvm	cb	abcdf	75200		67	abc	81600		53
t3a.medium	2	1	4096	x86_64	AMD	2.2					256	Up to 5 Gigabit	2085	350	3	3	6	1	0	nitro	on-demand,spot	hvm	cb	abcdf	37600		68	abc	40800		56
t3a.micro	2	1	1024	x86_64	AMD	2.2					64	Up to 5 Gigabit	2085	90	2	2	2	1	0	nitro	on-demand,spot	hvm	cb	abcdf	9400		60	abc	10200		56
t3a.nano	2	1	512	x86_64	AMD	2.2					32	Up to 5 Gigabit	2085	45	2	2	2	1	0	nitro	on-demand,spot	hvm	cb	abcdf	4700		65	abc	5100		49
t3a.small	2	1	2048	x86_64	AMD	2.2					128	Up to 5 Gigabit	2085	175	2	2	4	1	0	nitro	on-demand,spot	hvm	cb	abcdf	18800		68	abc	20400		53
t3a.xlarge	4	2	16384	x86_64	AMD	2.2					1024	Up to 5 Gigabit	2780	695	4	4	15	1	0	nitro	on-demand,spot	hvm	cb	abcdf	150400		67	abc	163200		54
t4g.2xlarge	8	8	32768	arm64	AWS	2.5					2048	Up to 5 Gigabit	2780	695	4	4	15	1	0	nitro	on-demand,spot	hvm	cb	abcdf	268800		66	abc	294400		55
t4g.large	2	2	8192	arm64	AWS	2.5					512	Up to 5 Gigabit	2780	695	3	3	12	1	0	nitro	on-demand,spot	hvm	cb	abcdf	67200		72	abc	73600		56
t4g.medium	2	2	4096	arm64	AWS	2.5					256	Up to 5 Gigabit	2085	347	3	3	6	1	0	nitro	on-demand,spot	hvm	cb	abcdf	33600		64	abc	36800		55
t4g.micro	2	2	1024	arm64	AWS	2.5					64	Up to 5 Gigabit	2085	87	2	2	2	1	0	nitro	on-demand,spot	hvm	cb	abcdf	8400		49	abc	9200		55
t4g.nano	2	2	512	arm64	AWS	2.5					32	Up to 5 Gigabit	2085	43	2	2	2	1	0	nitro	on-demand,spot	hvm	cb	abcdf	4200		56	abc	4600		50
t4g.small	2	2	2048	arm64	AWS	2.5					128	Up to 5 Gigabit	2085	174	3	3	4	1	0	nitro	on-demand,spot	hvm	cb	abcdf	16800		51	abc	18400		57
t4g.xlarge	4	4	16384	arm64	AWS	2.5					1024	Up to 5 Gigabit	2780	695	4	4	15	1	0	nitro	on-demand,spot	hvm	cb	abcdf	134400		63	abc	147200		55
t8i.medium	2	1	4096	x86_64	Intel	3.9					256	Up to 6.25 Gigabit	5000	347	3	3	6	1	0	nitro	on-demand,spot	hvm	ce	abcd				abc			
t8i.micro	2	1	1024	x86_64	Intel	3.9					64	Up to 6.25 Gigabit	5000	87	2	2	2	1	0	nitro	on-demand,spot	hvm	ce	abcd				abc			
t8i.nano	2	1	512	x86_64	Intel	3.9					32	Up to 6.25 Gigabit	5000	43	2	2	2	1	0	nitro	on-demand,spot	hvm	ce	abcd				abc			
t8i.small	2	1	2048	x86_64	Intel	3.9					128	Up to 6.25 Gigabit	5000	174	3	3	4	1	0	nitro	on-demand,spot	hvm	ce	abcd				abc			
trn1.2xlarge	8	4	32768	x86_64	Intel	3.5		AWS/Trainium/1/32768/2	474	474	3125	Up to 12.5 Gigabit	20000	5000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	cf	1343750		74				
trn1.32xlarge	128	64	524288	x86_64	Intel	3.5		AWS/Trainium/16/32768/2	7600	7600	800000	8x 100 Gigabit	80000	80000	40	5	50	8	8	nitro	capacity-block,on-demand,spot	hvm	ce	bcf	21500000		79				
trn1n.32xlarge	128	64	524288	x86_64	Intel	3.5		AWS/Trainium/16/32768/2	7600	7600	1600000	16x 100 Gigabit	80000	80000	80	5	50	16	16	nitro	on-demand,spot	hvm	ce	c	24780000		75				
trn2.3xlarge	12	6	131072	x86_64	Intel	3.5		AWS/Trainium2/1/524288/8	470	470	200000	200 Gigabit	5000	5000	2	2	15	1	1	nitro	capacity-block,on-demand,spot	hvm	ce								
trn2.48xlarge	192	96	2097152	x86_64	Intel	3.5		AWS/Trainium2/16/524288/8	7600	7600	3200000	16x 200 Gigabit	80000	80000	32	2	50	16	16	nitro	capacity-block,on-demand,spot	hvm	ce								
trn2u.48xlarge	192	96	2097152	x86_64	Intel	3.5			7600	7600	3200000	16x 200 Gigabit	80000	80000	32	2	50	16	16	nitro	capacity-block,on-demand	hvm	ce								
u-3tb1.56xlarge	224	112	3145728	x86_64	Intel	2.1					50000	50 Gigabit	19000	19000	8	8	30	1	0	nitro	on-demand	hvm	ce	abcd	27300000			abc	30550000		
u-6tb1.112xlarge	448	224	6291456	x86_64	Intel	2.1					100000	100 Gigabit	38000	38000	15	15	50	1	0	nitro	on-demand	hvm	ce	abcd	54600000			abc	61100000		
u-6tb1.56xlarge	224	224	6291456	x86_64	Intel	2.1					100000	100 Gigabit	38000	38000	15	15	50	1	0	nitro	on-demand	hvm	ce	abcd	46403910			abc	51928180		
u7i-12tb.224xlarge	896	448	12582912	x86_64	Intel	1.9					100000	100 Gigabit	100000	100000	15	15	50	1	1	nitro	on-demand	hvm	ce	abcd	125581820			abc	140029286	e	
u7i-6tb.112xlarge	448	224	6291456	x86_64	Intel	1.9					100000	100 Gigabit	100000	100000	15	15	50	1	1	nitro	on-demand	hvm	ce	abcd	62790000			bc	70013628	e	
u7i-8tb.112xlarge	448	224	8388608	x86_64	Intel	1.9					100000	100 Gigabit	100000	100000	15	15	50	1	1	nitro	on-demand	hvm	ce	abcd	83720000			abc	93351504	e	
u7in-16tb.224xlarge	896	448	16777216	x86_64	Intel	1.9					200000	200 Gigabit	100000	100000	16	8	50	2	2	nitro	on-demand	hvm	ce	abcd	180475580			abc	201238257	e	
u7in-24tb.224xlarge	896	448	25165824	x86_64	Intel	1.9					200000	200 Gigabit	100000	100000	16	8	50	2	2	nitro	on-demand	hvm	ce	abd	270731280			bc	301877356	e	
u7in-32tb.224xlarge	896	448	33554432	x86_64	Intel	1.9					200000	200 Gigabit	100000	100000	16	8	50	2	2	nitro	on-demand	hvm	ce	bd	360986950						
vt1.24xlarge	96	48	196608	x86_64	Intel	2.5					25000	25 Gigabit	19000	19000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	ad	5200000		62	bc	5872940		45
vt1.3xlarge	12	6	24576	x86_64	Intel	2.5					3120	3.12 Gigabit	4750	2375	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	ad	650000		58	bc	734120		56
vt1.6xlarge	24	12	49152	x86_64	Intel	2.5					6250	6.25 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	ad	1300000		61	bc	1468240		52
x1.16xlarge	64	32	999424	x86_64	Intel	2.3				1920	10000	10 Gigabit	7000	7000	8	8	30	1	0	xen	on-demand,spot	hvm	c	abcdef	6669000		77	abc	8003000		56
x1.32xlarge	128	64	1998848	x86_64	Intel	2.3				3840	25000	25 Gigabit	14000	14000	8	8	30	1	0	xen	on-demand,spot	hvm	c	abcdef	13338000		71	abc	16006000		56
x1e.16xlarge	64	32	1998848	x86_64	Intel	2.3				1920	10000	10 Gigabit	7000	7000	8	8	30	1	0	xen	on-demand,spot	hvm	c	abcd	13344000		79	abc	16000000		56
x1e.2xlarge	8	4	249856	x86_64	Intel	2.3				240	1250	Up to 10 Gigabit	1000	1000	4	4	15	1	0	xen	on-demand,spot	hvm	c	abcd	1668000		68	abc	2000000		56
x1e.32xlarge	128	64	3997696	x86_64	Intel	2.3				3840	25000	25 Gigabit	14000	14000	8	8	30	1	0	xen	on-demand,spot	hvm	c	abcd	26688000		83	abc	32000000		55
x1e.4xlarge	16	8	499712	x86_64	Intel	2.3				480	2500	Up to 10 Gigabit	1750	1750	4	4	15	1	0	xen	on-demand,spot	hvm	c	abcd	3336000		66	abc	4000000		57
x1e.8xlarge	32	16	999424	x86_64	Intel	2.3				960	5000	Up to 10 Gigabit	3500	3500	4	4	15	1	0	xen	on-demand,spot	hvm	c	abcd	6672000		62	abc	8000000		57
x1e.xlarge	4	2	124928	x86_64	Intel	2.3				120	625	Up to 10 Gigabit	500	500	3	3	10	1	0	xen	on-demand,spot	hvm	c	abcd	834000		76	abc	1000000		55
x2gd.12xlarge	48	48	786432	arm64	AWS	2.5			2850	2850	20000	20 Gigabit	14250	14250	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	4008000		70	abc	4800000		55
x2gd.16xlarge	64	64	1048576	arm64	AWS	2.5			3800	3800	25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	5344000		70	abc	6400000		55
x2gd.2xlarge	8	8	131072	arm64	AWS	2.5			475	475	2500	Up to 10 Gigabit	4750	2375	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	668000		68	abc	800000		55
x2gd.4xlarge	16	16	262144	arm64	AWS	2.5			950	950	5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1336000		69	abc	1600000		56
x2gd.8xlarge	32	32	524288	arm64	AWS	2.5			1900	1900	12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	2672000		71	abc	3200000		55
x2gd.large	2	2	32768	arm64	AWS	2.5			118	118	750	Up to 10 Gigabit	4750	630	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	167000		70	abc	200000		56
x2gd.medium	1	1	16384	arm64	AWS	2.5			59	59	500	Up to 10 Gigabit	4750	315	2	2	4	1	0	nitro	on-demand,spot	hvm	c	abcdf	83500		76	abc	100000		56
x2gd.metal	64	64	1048576	arm64	AWS	2.5			3800	3800	25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	mc	abcdf	5878400		81	abc	7040000		56
x2gd.xlarge	4	4	65536	arm64	AWS	2.5			237	237	1250	Up to 10 Gigabit	4750	1188	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	334000		67	abc	400000		55
x2idn.16xlarge	64	32	1048576	x86_64	Intel	3.5			1900	1900	50000	50 Gigabit	40000	40000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	6669000		62	abc	8003000		57
x2idn.24xlarge	96	48	1572864	x86_64	Intel	3.5			2850	2850	75000	75 Gigabit	60000	60000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	10003500		67	abc	12004500		55
x2idn.32xlarge	128	64	2097152	x86_64	Intel	3.5			3800	3800	100000	100 Gigabit	80000	80000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	13338000		68	abc	16006000		57
x2idn.metal	128	64	2097152	x86_64	Intel	3.5			3800	3800	100000	100 Gigabit	80000	80000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	13338000		74	abc	16006000		54
x2iedn.16xlarge	64	32	2097152	x86_64	Intel	3.5			1900	1900	50000	50 Gigabit	40000	40000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	13338000		72	abc	16006000		56
x2iedn.24xlarge	96	48	3145728	x86_64	Intel	3.5			2850	2850	75000	75 Gigabit	60000	60000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	20007000		71	abc	24009000		52
x2iedn.2xlarge	8	4	262144	x86_64	Intel	3.5			237	237	5000	Up to 25 Gigabit	20000	5000	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1667250		69	abc	2000750		56
x2iedn.32xlarge	128	64	4194304	x86_64	Intel	3.5			3800	3800	100000	100 Gigabit	80000	80000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcdf	26676000		73	abc	32012000		50
x2iedn.4xlarge	16	8	524288	x86_64	Intel	3.5			475	475	12500	Up to 25 Gigabit	20000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3334500		66	abc	4001500		57
x2iedn.8xlarge	32	16	1048576	x86_64	Intel	3.5			950	950	25000	25 Gigabit	20000	20000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	6669000		64	abc	8003000		57
x2iedn.metal	128	64	4194304	x86_64	Intel	3.5			3800	3800	100000	100 Gigabit	80000	80000	15	15	50	1	1		on-demand,spot	hvm	mce	abcdf	26676000		84	abc	32012000		42
x2iedn.xlarge	4	2	131072	x86_64	Intel	3.5			118	118	1875	Up to 25 Gigabit	20000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcdf	833630		71	abc	1000380		54
x2iezn.12xlarge	48	24	1572864	x86_64	Intel	4.5					100000	100 Gigabit	19000	19000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abc	10008000		67	bc	12000000		54
x2iezn.2xlarge	8	4	262144	x86_64	Intel	4.5					12500	Up to 25 Gigabit	3170	3170	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abc	1668000		69	bc	2000000		55
x2iezn.4xlarge	16	8	524288	x86_64	Intel	4.5					15000	Up to 25 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abc	3336000		66	bc	4000000		55
x2iezn.6xlarge	24	12	786432	x86_64	Intel	4.5					50000	50 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abc	5004000		73	bc	6000000		56
x2iezn.8xlarge	32	16	1048576	x86_64	Intel	4.5					75000	75 Gigabit	12000	12000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abc	6672000		66	bc	8000000		57
x2iezn.metal	48	24	1572864	x86_64	Intel	4.5					100000	100 Gigabit	19000	19000	15	15	50	1	1		on-demand,spot	hvm	mce	abc	10008000		74	bc	12000000		54
x8aedz.12xlarge	48	48	1572864	x86_64	AMD	5			3800	3800	37500	37.5 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce					c			
x8aedz.24xlarge	96	96	3145728	x86_64	AMD	5			7600	7600	75000	75 Gigabit	60000	60000	16	16	64	1	1	nitro	on-demand,spot	hvm	ce					c			
x8aedz.3xlarge	12	12	393216	x86_64	AMD	5			950	950	9375	Up to 18.75 Gigabit	15000	7500	8	8	40	1	0	nitro	on-demand,spot	hvm	ce					c			
x8aedz.6xlarge	24	24	786432	x86_64	AMD	5			1900	1900	18750	18.75 Gigabit	15000	15000	8	8	40	1	0	nitro	on-demand,spot	hvm	ce					c			
x8aedz.large	2	2	65536	x86_64	AMD	5			158	158	1562	Up to 18.75 Gigabit	15000	1250	4	4	20	1	0	nitro	on-demand,spot	hvm	ce					c			
x8aedz.metal-12xl	48	48	1572864	x86_64	AMD	5			3800	3800	37500	37.5 Gigabit	30000	30000	16	16	64	1	0		on-demand,spot	hvm	mce					c			
x8aedz.metal-24xl	96	96	3145728	x86_64	AMD	5			7600	7600	75000	75 Gigabit	60000	60000	16	16	64	1	1		on-demand,spot	hvm	mce					c			
x8aedz.xlarge	4	4	131072	x86_64	AMD	5			316	316	3125	Up to 18.75 Gigabit	15000	2500	4	4	20	1	0	nitro	on-demand,spot	hvm	ce					c			
x8g.12xlarge	48	48	786432	arm64	AWS	2.8					22500	22.5 Gigabit	15000	15000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	4689600		76	abc	5616287	e	
x8g.16xlarge	64	64	1048576	arm64	AWS	2.8					30000	30 Gigabit	20000	20000	15	15	50	1	0	nitro	on-demand,spot	hvm	ce	abcd	6252800		78	abc	7488383	e	
x8g.24xlarge	96	96	1572864	arm64	AWS	2.8					40000	40 Gigabit	30000	30000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcd	9379200		78	abc	11232575	e	
x8g.2xlarge	8	8	131072	arm64	AWS	2.8					3750	Up to 15 Gigabit	10000	2500	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	781600		65	abc	936048	e	
x8g.48xlarge	192	192	3145728	arm64	AWS	2.7					50000	50 Gigabit	40000	40000	15	15	50	1	1	nitro	on-demand,spot	hvm	ce	abcd	18758400		82	abc	22465150	e	
x8g.4xlarge	16	16	262144	arm64	AWS	2.8					7500	Up to 15 Gigabit	10000	5000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	1563200		58	abc	1872096	e	
x8g.8xlarge	32	32	524288	arm64	AWS	2.8					15000	15 Gigabit	10000	10000	8	8	30	1	0	nitro	on-demand,spot	hvm	ce	abcd	3126400		74	abc	3744192	e	
x8g.large	2	2	32768	arm64	AWS	2.8					937	Up to 12.5 Gigabit	10000	630	3	3	10	1	0	nitro	on-demand,spot	hvm	ce	abcd	195400		71	abc	234012	e	
x8g.medium	1	1	16384	arm64	AWS	2.8					520	Up to 12.5 Gigabit	10000	315	2	2	4	1	0	nitro	on-demand,spot	hvm	ce	abcd	97700		83	abc	117006	e	
x8g.metal-24xl	96	96	1572864	arm64	AWS	2.8					40000	40 Gigabit	30000	30000	15	15	50	1	1		on-demand,spot	hvm	mce	abcd	10317120		77	abc	12355832	e	
x8g.metal-48xl	192	192	3145728	arm64	AWS	2.7					50000	50 Gigabit	40000	40000	15	15	50	1	1		on-demand,spot	hvm	mce	abcd	18758400		72	abc	22465150	e	
x8g.xlarge	4	4	65536	arm64	AWS	2.8					1875	Up to 12.5 Gigabit	10000	1250	4	4	15	1	0	nitro	on-demand,spot	hvm	ce	abcd	390800		66	abc	468024	e	
x8i.12xlarge	48	24	786432	x86_64	Intel	3.9					22500	22.5 Gigabit	15000	15000	12	12	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	5251920			abc	6302462	e	
x8i.16xlarge	64	32	1048576	x86_64	Intel	3.9					30000	30 Gigabit	20000	20000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	7002560			abc	8403282	e	
x8i.24xlarge	96	48	1572864	x86_64	Intel	3.9					40000	40 Gigabit	30000	30000	16	16	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	10503840			abc	12604923	e	
x8i.2xlarge	8	4	131072	x86_64	Intel	3.9					3750	Up to 15 Gigabit	10000	2500	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	875320			abc	1050410	e	
x8i.32xlarge	128	64	2097152	x86_64	Intel	3.9					50000	50 Gigabit	40000	40000	24	24	64	1	0	nitro	on-demand,spot	hvm	ce	abcdf	14005120			abc	16806564	e	
x8i.48xlarge	192	96	3145728	x86_64	Intel	3.9					75000	75 Gigabit	60000	60000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	21007680			abc	25209846	e	
x8i.4xlarge	16	8	262144	x86_64	Intel	3.9					7500	Up to 15 Gigabit	10000	5000	8	8	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	1750640			abc	2100821	e	
x8i.64xlarge	256	128	4194304	x86_64	Intel	3.9					80000	80 Gigabit	70000	70000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	28010240			abc	33613128	e	
x8i.8xlarge	32	16	524288	x86_64	Intel	3.9					15000	15 Gigabit	10000	10000	10	10	50	1	0	nitro	on-demand,spot	hvm	ce	abcdf	3501280			abc	4201641	e	
x8i.96xlarge	384	192	6291456	x86_64	Intel	3.9					100000	100 Gigabit	80000	80000	24	24	64	1	1	nitro	on-demand,spot	hvm	ce	abcdf	48744380			abc	58494718	e	
x8i.large	2	1	32768	x86_64	Intel	3.9					937	Up to 12.5 Gigabit	10000	650	3	3	20	1	0	nitro	on-demand,spot	hvm	ce	abcdf	218830			abc	262603	e	
x8i.metal-48xl	192	96	3145728	x86_64	Intel	3.9					75000	75 Gigabit	60000	60000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	23108450			abc	27730833	e	
x8i.metal-96xl	384	192	6291456	x86_64	Intel	3.9					100000	100 Gigabit	80000	80000	24	24	64	1	1		on-demand,spot	hvm	mce	abcdf	48744380			abc	58494718	e	
x8i.xlarge	4	2	65536	x86_64	Intel	3.9					1875	Up to 12.5 Gigabit	10000	1250	4	4	30	1	0	nitro	on-demand,spot	hvm	ce	abcdf	437660			abc	525205	e	
z1d.12xlarge	48	24	393216	x86_64	Intel	4			1800	1800	25000	25 Gigabit	19000	19000	15	15	50	1	0	nitro	on-demand,spot	hvm	c	abcdf	4464000		74	abc	4992000		55
z1d.2xlarge	8	4	65536	x86_64	Intel	4			300	300	2500	Up to 10 Gigabit	3170	3170	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	744000		57	abc	832000		56
z1d.3xlarge	12	6	98304	x86_64	Intel	4			450	450	5000	Up to 10 Gigabit	4750	4750	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	1116000		68	abc	1248000		55
z1d.6xlarge	24	12	196608	x86_64	Intel	4			900	900	12000	12 Gigabit	9500	9500	8	8	30	1	0	nitro	on-demand,spot	hvm	c	abcdf	2232000		68	abc	2496000		56
z1d.large	2	1	16384	x86_64	Intel	4			75	75	750	Up to 10 Gigabit	3170	800	3	3	10	1	0	nitro	on-demand,spot	hvm	c	abcdf	186000		71	abc	208000		57
z1d.metal	48	24	393216	x86_64	Intel	4			1800	1800	25000	25 Gigabit	19000	19000	15	15	50	1	0		on-demand,spot	hvm	mc	abcdf	4464000		78	abc	4992000		55
z1d.xlarge	4	2	32768	x86_64	Intel	4			150	150	1250	Up to 10 Gigabit	3170	1580	4	4	15	1	0	nitro	on-demand,spot	hvm	c	abcdf	372000		69	abc	416000		55`;
