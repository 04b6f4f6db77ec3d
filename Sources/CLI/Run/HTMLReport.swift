import Platform

/// The report as one self-contained HTML page: totals, a chart of durations, a filter, and every exchange.
enum HTMLReport {
    /// Escapes JSON so that it cannot end a script element.
    static func escaped(_ json: String) -> String { json.escaping(["<": "\\u003c"]) }

    /// The page up to the first result of a command.
    static func beginning(of command: String) -> String {
        """
        <!doctype html>
        <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
        <title>apus \(command)</title>
        <style>
        :root{color-scheme:light dark;--text:#222;--dim:#667;--back:#fff;--pane:#f4f5f7;--line:#dde;--good:#2b7a3d;--bad:#b52b27;--bar:#4a90d9}
        @media(prefers-color-scheme:dark){
        :root{--text:#ddd;--dim:#99a;--back:#181a1f;--pane:#22252b;--line:#33363d;--good:#7fd08f;--bad:#ff8a84;--bar:#5a9fe0}}
        body{font:15px/1.5 system-ui,sans-serif;margin:1.5rem auto;max-width:76rem;padding:0 1rem;color:var(--text);background:var(--back)}
        h1{font-size:1.4rem;margin:0}h2{font-size:.8rem;margin:1rem 0 .2rem;color:var(--dim);text-transform:uppercase}
        #totals{display:flex;flex-wrap:wrap;gap:.4rem 2rem;margin:.6rem 0}#totals b{font-size:1.2rem;display:block}
        #chart{width:100%;height:90px;background:var(--pane);border-radius:4px}#chart rect{fill:var(--bar)}#chart .failed{fill:var(--bad)}
        form{margin:1rem 0 .5rem}input[type=search]{font:inherit;padding:.3rem .6rem;width:24rem;max-width:60%}label{margin-left:1rem}
        details{border-bottom:1px solid var(--line)}summary{cursor:pointer;display:grid;padding:.2rem 0;gap:.8rem;
        grid-template-columns:1rem 4.5rem minmax(0,1fr) 3rem 5rem 9rem}summary:hover{background:var(--pane)}
        summary span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.number{text-align:right;font-variant-numeric:tabular-nums}
        .good{color:var(--good)}.bad,.failed .title{color:var(--bad)}.dim{color:var(--dim)}
        .bar{height:.6rem;align-self:center;border-radius:2px;background:var(--bar)}.failed .bar{background:var(--bad)}
        .body{padding:0 0 1rem 1.8rem}pre{background:var(--pane);padding:.6rem;overflow:auto;max-height:30rem;margin:.2rem 0;border-radius:4px}
        table{border-collapse:collapse;font-size:.9rem}td{padding:0 1rem 0 0;vertical-align:top;overflow-wrap:anywhere}td:first-child{color:var(--dim)}
        @media(max-width:45rem){summary{grid-template-columns:1rem 3.5rem minmax(0,1fr) 3rem 5rem}.bar{display:none}}
        </style>
        <h1>apus \(command)</h1><div id="totals"></div><svg id="chart" role="img" preserveAspectRatio="none"></svg>
        <form><input type="search" id="filter" placeholder="Name, URL, method, status or problem" aria-label="Filter">
        <label><input type="checkbox" id="bad"> only failures</label></form>
        <div id="rows"></div>
        <script>const results=[

        """
    }

    static func ending(_ summary: String) -> String { "\n];const summary=\(escaped(summary))," + totals + chart + rows }

    private static let totals = #"""
        shownCount=2000,barCount=400,isRepeated=results.some(r=>r.iteration>1);
        const named=r=>r.title+(isRepeated?" #"+r.iteration:"")
        +(r.row?" ("+Object.entries(r.row).map(e=>e.join("=")).join(", ")+")":"");
        const one=id=>document.getElementById(id);
        const el=(name,text,kind)=>{const e=document.createElement(name);e.textContent=text??"";if(kind)e.className=kind;return e};
        const ms=r=>r.exchange?.milliseconds??0;
        const time=t=>t<1?"< 1 ms":t<1000?t+" ms":(t/1000).toFixed(2)+" s";
        const size=n=>{let i=0;for(;n>=1000&&i<4;i++)n/=1000;return n.toFixed(i&&n<100?1:0)+" "+["B","kB","MB","GB","TB"][i]};
        const sorted=results.map(ms).sort((a,b)=>a-b),longest=Math.max(1,sorted.at(-1)??0);
        const share=p=>time(sorted[Math.min(sorted.length-1,Math.floor(sorted.length*p))]??0);
        for(const [text,value,kind] of [["requests",summary.cancelled?`${summary.requests} of ${summary.planned}`:summary.requests,summary.cancelled?"bad":""],["passed",summary.requests-summary.failed,"good"],
        ["failed",summary.failed,summary.failed?"bad":""],["assertions",summary.assertions],["median",share(.5)],["95 %",share(.95)],
        ["longest",time(longest)],["received",size(summary.byteCount)],["total time",time(Math.round(summary.seconds*1000))]]){
        const d=el("div",text,"dim");d.prepend(el("b",value,kind));one("totals").append(d)}

        """#

    private static let chart = #"""

        const chart=one("chart"),step=Math.max(1,Math.ceil(results.length/barCount)),bars=Math.max(1,Math.ceil(results.length/step));
        chart.setAttribute("viewBox",`0 0 ${bars} 100`);chart.setAttribute("aria-label","Durations of the requests, in order");
        for(let i=0;i<bars;i++){const part=results.slice(i*step,i*step+step);if(!part.length)continue;
        const most=part.reduce((a,b)=>ms(b)>ms(a)?b:a),bar=document.createElementNS("http://www.w3.org/2000/svg","rect");
        const h=Math.max(2,92*ms(most)/longest),tip=document.createElementNS(bar.namespaceURI,"title");
        for(const [k,v] of [["x",i+.08],["y",100-h],["width",.84],["height",h]])bar.setAttribute(k,v);
        if(part.some(r=>!r.passed))bar.setAttribute("class","failed");
        tip.textContent=`${named(most)} ${time(ms(most))}`;bar.append(tip);chart.append(bar)}

        """#

    private static let rows = #"""

        const pretty=text=>{try{return JSON.stringify(JSON.parse(text),null,2)}catch{return text}};
        const message=(title,first,m)=>{const d=el("div");d.append(el("h2",title),el("div",first));const t=el("table");
        for(const h of m.headers){const r=el("tr");r.append(el("td",h.name),el("td",h.value));t.append(r)}
        d.append(t);if(m.body){d.append(el("pre",pretty(m.body)));
        if(m.isBodyComplete===false)d.append(el("p",`the beginning of ${size(m.byteCount)}`,"dim"))}
        else if(m.byteCount)d.append(el("p",size(m.byteCount)+", not shown","dim"));return d};
        const fill=(d,r)=>{const b=el("div","","body"),x=r.exchange;
        if(r.file)b.append(el("div",r.file+(r.line?":"+r.line:""),"dim"));
        for(const p of r.problems)b.append(el("div",p,"bad"));
        for(const c of x?.checks??[])if(c.passed)b.append(el("div","✓ "+(c.assertion??"capture "+c.capture),"good"));
        if(x){const q=x.request,a=x.response;b.append(message("Request",q.method+" "+q.url,q));
        if(a)b.append(message("Response",a.status+" "+a.reason,a))}
        d.append(b)};
        const row=r=>{const d=el("details","",r.passed?"":"failed"),s=el("summary"),x=r.exchange,bar=el("span","","bar");
        bar.style.width=Math.max(1,100*ms(r)/longest)+"%";
        s.append(el("span",r.passed?"✓":"✗",r.passed?"good":"bad"),el("span",x?.request.method,"dim"),
        el("span",named(r)+(r.attempts>1?`, ${r.attempts} attempts`:""),"title"),
        el("span",x?.response?.status,"number"),el("span",x?time(ms(r)):"","number"),bar);
        d.append(s);d.addEventListener("toggle",()=>{if(d.open&&d.childElementCount<2)fill(d,r)});return d};
        const words=results.map(r=>[named(r),r.exchange?.request.method,r.exchange?.request.url,r.exchange?.response?.status,...r.problems]
        .join(" ").toLowerCase());
        const show=()=>{const wanted=one("filter").value.toLowerCase().split(" "),bad=one("bad").checked;
        const found=results.filter((r,i)=>(!bad||!r.passed)&&wanted.every(w=>words[i].includes(w)));
        one("rows").replaceChildren(...found.slice(0,shownCount).map(row));
        const rest=found.length-shownCount;
        one("rows").append(el("p",found.length?rest>0?`… and ${rest} more: narrow the filter`:"":"No requests match.","dim"))};
        document.forms[0].onsubmit=()=>false;one("filter").oninput=show;one("bad").onchange=show;show();
        </script></html>

        """#
}
